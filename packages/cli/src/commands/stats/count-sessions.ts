import { sessionKey } from "@chatexport/archive/names";
import {
  allMessages,
  defined,
  type ListedSession,
  type LoadedSession,
  loadSessions,
  type Message,
  type Session,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { isPrompt } from "@chatexport/document";
import type { Run } from "../../host/run.js";
import { shownProjects, watched } from "../../host/watched-sessions.js";
import { dayOf } from "../../options/parse-words.js";
import {
  type Contribution,
  type Contributor,
  type Counter,
  createStatistics,
  type Statistics,
} from "./counts.js";

/** Loads the selected sessions one by one and counts them; when interrupted, not all of them. */
export async function countSessions(
  { all, selected }: { all: readonly ListedSession[]; selected: readonly ListedSession[] },
  span: TimeSpan,
  { messages, redaction, report, signal }: Run,
): Promise<Statistics> {
  const statistics = createStatistics();
  const copiesIn = copyFinder(all);
  const counted = withoutDuplicates(selected);
  const projects = await shownProjects(counted, redaction);
  const listed = watched(counted, messages.progress(), projects);
  // Nothing is masked here: numbers hold no secrets.
  for await (const loaded of loadSessions(listed, { report, signal })) {
    countSession(loaded, { isCopy: copiesIn(loaded.session), span }, statistics);
  }
  return statistics;
}

/** What decides which messages of a session count. */
interface Rules {
  isCopy: IsCopy;
  /** What was written before or after it does not count. */
  span: TimeSpan;
}

/** The part of a session that is counted: itself without its sub-agents, or one of those. */
interface Part extends Rules {
  contributor: Contributor;
  /** An agent's prompts are not a person's. */
  isOfAgent: boolean;
  /** The counters to which all of the session belongs. */
  wholes: readonly Counter[];
}

/** Counts the messages of a session: those of all its lines, and of its sub-agents. */
function countSession({ ref, session }: LoadedSession, rules: Rules, statistics: Statistics): void {
  const { total, projects, sources } = statistics;
  const project = projects.of(ref.project?.name ?? session.project?.name ?? "");
  const wholes = [total, project, sources.of(ref.source)];
  const contributor = { session: statistics.seen };
  for (const member of withSubagents(session)) {
    const isOfAgent = member !== session || member.parent?.relation === "subagent";
    // A sub-agent that the tool started for its own purposes did no part of the work.
    const isWorker = member !== session && !member.purpose;
    const who = isWorker ? { ...contributor, subagent: statistics.seen } : contributor;
    countPart(member, { ...rules, wholes, isOfAgent, contributor: who }, statistics);
    statistics.seen++;
  }
}

function countPart(session: Session, part: Part, statistics: Statistics): void {
  const { span, isCopy, isOfAgent, wholes, contributor } = part;
  // Who asks for everything wants to see every session, also where nothing was said.
  if (!isLimited(span)) for (const whole of wholes) whole.attend(contributor);
  const seen = { inside: 0, outside: 0, hasUsage: false, models: new Set<string>() };
  for (const message of allMessages(session)) {
    const moment = momentOf(message);
    if (message.usage) seen.hasUsage = true;
    if (message.role === "assistant" && message.model) seen.models.add(message.model);
    if (moment !== undefined && !isWithin(moment, span)) {
      seen.outside++;
      continue;
    }
    seen.inside++;
    const contribution = contributionOf(message, isOfAgent);
    if (!contribution) continue;
    if (isCopy(message)) statistics.copied++;
    else countMessage(message, { contribution, moment }, part, statistics);
  }
  // A total cannot be divided by time.
  const isWhole = seen.outside === 0 && (seen.inside > 0 || !isLimited(span));
  if (session.usage && !seen.hasUsage && isWhole) {
    const [model = session.model ?? ""] = seen.models;
    // Nor does anything say which of several models used how much.
    const ofModel = seen.models.size > 1 ? [] : [statistics.models.of(model)];
    for (const counter of [...wholes, ...ofModel]) counter.addTotal(session.usage, contributor);
  }
}

/** A message that counts. */
interface Counted {
  contribution: Contribution;
  moment: number | undefined;
}

function countMessage(
  message: Message,
  { contribution, moment }: Counted,
  { contributor, wholes }: Part,
  statistics: Statistics,
): void {
  const { days, models } = statistics;
  const counters = [...wholes];
  if (message.role === "assistant") counters.push(models.of(message.model ?? ""));
  if (moment === undefined) statistics.undated++;
  else {
    counters.push(days.of(dayOf(moment)));
    const { first = moment, last = moment } = statistics.time ?? {};
    statistics.time = { first: Math.min(first, moment), last: Math.max(last, moment) };
  }
  for (const counter of counters) counter.add(contribution, contributor);
  if (contribution.toolCalls > 0) countTools(message, statistics);
}

function countTools(message: Message, { tools }: Statistics): void {
  for (const call of toolCallsOf(message)) {
    const counts = tools.get(call.kind) ?? { calls: 0, failed: 0 };
    counts.calls++;
    if (isFailed(call)) counts.failed++;
    tools.set(call.kind, counts);
  }
}

/** What a message adds to the counts; undefined when that is nothing. */
function contributionOf(message: Message, isOfAgent: boolean): Contribution | undefined {
  const calls = toolCallsOf(message);
  const contribution = defined({
    // The prompts of an agent were written by another agent.
    prompts: !isOfAgent && isPrompt(message) ? 1 : 0,
    answers: message.role === "assistant" && !message.synthetic ? 1 : 0,
    toolCalls: calls.length,
    failedToolCalls: calls.filter(isFailed).length,
    usage: message.usage,
  });
  const { prompts, answers, toolCalls, usage } = contribution;
  return prompts || answers || toolCalls || usage ? contribution : undefined;
}

/** The tool calls of a message. */
function toolCallsOf({ parts }: Message): ToolCall[] {
  return parts.filter((part) => part.type === "tool-call");
}

/** Whether a call has failed; one that was rejected or cancelled was not made. */
function isFailed({ status }: ToolCall): boolean {
  return status === "failed";
}

/** Tells whether a message of a session repeats one that is counted elsewhere. */
type IsCopy = (message: Message) => boolean;

/**
 * Finds messages that were copied from a session of the list, chosen or not, so that a session counts
 * as much alone as among others. Where the original is in no session of the list, the first copy
 * counts in its place.
 */
function copyFinder(listed: readonly ListedSession[]): (session: Session) => IsCopy {
  const originals = new Set(listed.map(({ ref }) => sessionKey(ref)));
  const counted = new Set<string>();
  return (session) => {
    const { source } = session;
    const members = new Set([...withSubagents(session)].map(({ id }) => id));
    return ({ copiedFrom }) => {
      if (!copiedFrom) return false;
      const { sessionId, messageId } = copiedFrom;
      const original = sessionKey({ source, id: sessionId });
      if (members.has(sessionId) || originals.has(original)) return true;
      const key = `${original}\n${messageId}`;
      if (counted.has(key)) return true;
      counted.add(key);
      return false;
    };
  };
}

/** The sessions without those that were found before: an archive has what its store has as well. */
function withoutDuplicates(sessions: readonly ListedSession[]): ListedSession[] {
  const seen = new Set<string>();
  return sessions.filter(({ ref }) => {
    const key = sessionKey(ref);
    return !seen.has(key) && seen.add(key);
  });
}

/** A span of time, in milliseconds since 1970; both ends belong to it. */
export interface TimeSpan {
  since?: number;
  until?: number;
}

/** Whether a moment lies in a span. */
function isWithin(moment: number, { since, until }: TimeSpan): boolean {
  return (since === undefined || moment >= since) && (until === undefined || moment <= until);
}

/** Whether a span has an end. */
function isLimited({ since, until }: TimeSpan): boolean {
  return since !== undefined || until !== undefined;
}

/** When a message was written, in milliseconds since 1970, as far as that is known. */
function momentOf({ createdAt }: Message): number | undefined {
  if (createdAt === undefined) return undefined;
  const moment = Date.parse(createdAt);
  return moment >= 0 && moment < year10000 ? moment : undefined;
}

// Later years do not have four digits.
const year10000 = Date.UTC(10_000, 0);
