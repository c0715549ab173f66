import {
  allMessages,
  type LoadedSession,
  type Message,
  type Session,
  type SessionRef,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { dayIn, getOrAdd, sessionKey } from "@chatexport/core/read";
import { isPrompt } from "../prompts.js";
import { type Contribution, type Contributor, type Counter, counterOf } from "./counter.js";
import { Counters, type Statistics } from "./statistics.js";

/** A span of time, in milliseconds since 1970; both ends belong to it. */
export interface TimeSpan {
  since?: number;
  until?: number;
}

/** Counts sessions that are loaded one after the other. */
export interface SessionCounter {
  /** Counts a session and its sub-agents. */
  add(loaded: Pick<LoadedSession, "ref" | "session">): void;
  /** The counts until now. */
  result(): Statistics;
}

/**
 * Counts messages that were written in a span of time, each once: not where it repeats one of `known`,
 * the sessions that there are, counted or not, so that a session counts as much alone as among others.
 * Days are those of a time zone.
 */
export function countSessions(
  known: Iterable<SessionRef>,
  span: TimeSpan = {},
  timezone = "UTC",
): SessionCounter {
  const counters = new Counters(timezone);
  const copiesIn = copyFinder(known);
  let members = 0;
  return {
    add({ ref, session }) {
      const isCopy = copiesIn(session);
      // macOS writes the letters of a folder and their accents apart, or together.
      const project = (ref.project?.name ?? session.project?.name ?? "").normalize("NFC");
      const wholes = [
        counters.total,
        counterOf(project, counters.projects),
        counterOf(ref.source, counters.sources),
      ];
      const own = { session: members };
      for (const member of withSubagents(session)) {
        const isOfAgent = member !== session || member.parent?.relation === "subagent";
        // A sub-agent that the tool started for its own purposes did no part of the work.
        const isWorker = member !== session && !member.purpose;
        const contributor = isWorker ? { ...own, subagent: members } : own;
        countMember(member, { span, isCopy, wholes, isOfAgent, contributor }, counters);
        members++;
      }
    },
    result: () => counters.result(),
  };
}

/** The way in which a session without its sub-agents, or one of those, is counted. */
interface Member {
  span: TimeSpan;
  isCopy(message: Message): boolean;
  contributor: Contributor;
  /** Its prompts were written by another agent. */
  isOfAgent: boolean;
  /** The counters to which all of the session belongs. */
  wholes: readonly Counter[];
}

function countMember(session: Session, member: Member, counters: Counters): void {
  const { span, isCopy, isOfAgent, wholes, contributor } = member;
  const isLimited = span.since !== undefined || span.until !== undefined;
  // Without a span of time, every session counts, also one in which nothing was said.
  if (!isLimited) for (const whole of wholes) whole.attend(contributor);
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
    if (!message.usage && Object.values(contribution).every((count) => count === 0)) continue;
    if (isCopy(message)) counters.copied++;
    else countMessage(message, { contribution, moment }, member, counters);
  }
  // A total cannot be divided by time.
  const isWhole = seen.outside === 0 && (seen.inside > 0 || !isLimited);
  if (session.usage && !seen.hasUsage && isWhole) {
    const [model = session.model ?? ""] = seen.models;
    // Nor does anything say which of several models used how much.
    const ofModel = seen.models.size > 1 ? [] : [counterOf(model, counters.models)];
    for (const counter of [...wholes, ...ofModel]) {
      counter.attend(contributor);
      counter.addUsage(session.usage, contributor);
    }
  }
}

function countMessage(
  message: Message,
  { contribution, moment }: { contribution: Contribution; moment: number | undefined },
  { contributor, wholes }: Member,
  counters: Counters,
): void {
  const own = [...wholes];
  if (message.role === "assistant") own.push(counterOf(message.model ?? "", counters.models));
  if (moment === undefined) counters.undated++;
  else {
    const day = dayIn(counters.timezone, moment);
    own.push(counterOf(day, counters.days));
    if (message.usage) {
      const models = getOrAdd(counters.dayModels, day, () => new Map<string, Counter>());
      own.push(counterOf(message.model ?? "", models));
    }
    const { first = moment, last = moment } = counters.time ?? {};
    counters.time = { first: Math.min(first, moment), last: Math.max(last, moment) };
  }
  for (const counter of own) {
    counter.attend(contributor);
    counter.add(contribution);
    if (message.usage) counter.addUsage(message.usage, contributor);
  }
  for (const call of toolCallsOf(message)) {
    const counts = counters.tools.get(call.kind) ?? { calls: 0, failed: 0 };
    counts.calls++;
    if (isFailed(call)) counts.failed++;
    counters.tools.set(call.kind, counts);
  }
}

/** The counts that a message adds. */
function contributionOf(message: Message, isOfAgent: boolean): Contribution {
  const calls = toolCallsOf(message);
  return {
    prompts: !isOfAgent && isPrompt(message) ? 1 : 0,
    answers: message.role === "assistant" && !message.synthetic ? 1 : 0,
    toolCalls: calls.length,
    failedToolCalls: calls.filter(isFailed).length,
  };
}

function toolCallsOf({ parts }: Message): ToolCall[] {
  return parts.filter((part) => part.type === "tool-call");
}

/** True when a call has failed; one that was rejected or cancelled was not made. */
function isFailed({ status }: ToolCall): boolean {
  return status === "failed";
}

/** Finds copies of messages of known sessions; without the original, the first copy counts. */
function copyFinder(known: Iterable<SessionRef>) {
  const originals = new Set(Array.from(known, sessionKey));
  const counted = new Set<string>();
  return (session: Session) => {
    const members = new Set(Array.from(withSubagents(session), ({ id }) => id));
    return ({ copiedFrom }: Message): boolean => {
      if (!copiedFrom) return false;
      const { sessionId, messageId } = copiedFrom;
      const original = sessionKey({ source: session.source, id: sessionId });
      const key = `${original}\n${messageId}`;
      if (members.has(sessionId) || originals.has(original) || counted.has(key)) return true;
      counted.add(key);
      return false;
    };
  };
}

function isWithin(moment: number, { since, until }: TimeSpan): boolean {
  return (since === undefined || moment >= since) && (until === undefined || moment <= until);
}

/** The time when a message was written, in milliseconds since 1970, as far as that is known. */
function momentOf({ createdAt }: Message): number | undefined {
  const moment = Date.parse(createdAt ?? "");
  return moment >= 0 && moment < year10000 ? moment : undefined;
}

// Later years do not have four digits.
const year10000 = Date.UTC(10_000, 0);
