import {
  allMessages,
  type LoadedSession,
  type Message,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { dayOf } from "../time.js";
import { contributionOf, isFailed, toolCallsOf } from "./contribution.js";
import type { IsCopy } from "./copies.js";
import type { Contributor, Counter } from "./counter.js";
import type { Contribution } from "./counts.js";
import type { Statistics } from "./statistics.js";
import { isLimited, isWithin, momentOf, type TimeSpan } from "./time-span.js";

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
export function countSession(
  { ref, session }: LoadedSession,
  rules: Rules,
  statistics: Statistics,
): void {
  const { total, projects, sources } = statistics;
  const project = projects.of(ref.project?.name ?? session.project?.name ?? "");
  const wholes = [total, project, sources.of(ref.source)];
  const contributor = { session: statistics.seen };
  for (const member of withSubagents(session)) {
    const isOfAgent = member !== session || member.parent?.relation === "subagent";
    // What the tool started for its own ends did no part of the work.
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
