import {
  allMessages,
  type IndexEntry,
  type Message,
  nonEmpty,
  type Part,
  present,
  type Session,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { durationOf, formatCount, plural } from "@chatexport/core/read";
import { type Mark, marksOf } from "./achievements.js";
import { type ChangedFile, changedFiles } from "./changed-files.js";
import { isPrompt } from "./prompts.js";
import { usageOf } from "./session-facts.js";
import { count } from "./text.js";

/** The outcome of a session, in a few words each, and "context up to 28,104 tokens". */
export function summaryOf(session: Session): string[] {
  const tokens = largestContext(session);
  const context = tokens === undefined ? [] : [`context up to ${plural(tokens, "token")}`];
  return [...outcomeOf(session), ...context];
}

/**
 * The outcome of a session, in a few words each: "12 min", "3 prompts", "42 calls, 2 failed", "5 files
 * changed (+120 −31)", "Committed 4e12a98", "338 tests pass", "154,289 tokens in, 1,912 out". Calls and files are also those of sub-agents
 * and of branches that were left. What was copied from another session, and unknown numbers, does
 * not count.
 */
export function outcomeOf(session: Session): string[] {
  const parts = partsIn(session);
  const { changes, marks = [] } = resultsOf(session, parts);
  return [
    lengthOf(session),
    some(promptCount(session), "prompt"),
    callsOf(parts.filter(isCall)),
    changes && changesIn(changes),
    ...marks,
    tokensOf(session),
  ].filter((fact) => fact !== undefined);
}

/** The results of a session that an index shows. */
export type Results = Pick<IndexEntry, "promptCount" | "failedCallCount" | "changes" | "marks">;

/** The part of the outcome of a session that an index says; nothing where there is none of it. */
export function resultsOf(session: Session, parts = partsIn(session)): Results {
  return present<Results>({
    promptCount: promptCount(session) || undefined,
    failedCallCount: failedAmong(parts.filter(isCall)) || undefined,
    changes: sumOf(changedFiles(session)),
    marks: nonEmpty(marksOf(parts, session.attachments).map(({ words }) => words)),
  });
}

/**
 * A session in short, for those who have not opened it: "35 min · 10 prompts · 16 files changed".
 */
export function inShort(session: Session): string {
  const files = some(changedFiles(session).length, "file");
  return [lengthOf(session), some(promptCount(session), "prompt"), files && `${files} changed`]
    .filter((fact) => fact !== undefined)
    .join(" · ");
}

/** The commits, tests and pull requests of a session, which are among its outcome. */
export function marksIn(session: Session): Mark[] {
  return marksOf(partsIn(session), session.attachments);
}

function partsIn(session: Session): Part[] {
  return [...withSubagents(session)].flatMap((each) =>
    [...allMessages(each)].filter(isOwn).flatMap((message) => message.parts),
  );
}

function isCall(part: Part): part is ToolCall {
  return part.type === "tool-call";
}

/** The most tokens that the model saw at once; undefined where it is not known. */
export function largestContext({ messages }: Session): number | undefined {
  const known = messages.filter(isOwn).flatMap(({ usage }) => usage?.inputTokens ?? []);
  return known.length === 0 ? undefined : largest(known);
}

function isOwn({ copiedFrom }: Message): boolean {
  return copiedFrom === undefined;
}

function lengthOf({ startedAt, updatedAt, messages }: Session): string | undefined {
  // Files that are a session of their own took no time.
  return messages.length > 0 ? durationOf(startedAt, updatedAt) : undefined;
}

/** The number of its own prompts. */
export function promptCount({ messages }: Session): number {
  return messages.filter((message) => isOwn(message) && isPrompt(message)).length;
}

function some(number: number | undefined, noun: string): string | undefined {
  return number ? count(number, noun) : undefined;
}

function failedAmong(calls: readonly ToolCall[]): number {
  return calls.filter(({ status }) => status === "failed").length;
}

function callsOf(calls: readonly ToolCall[]): string | undefined {
  const failed = failedAmong(calls);
  const all = some(calls.length, "call");
  return failed > 0 ? `${all}, ${failed} failed` : all;
}

function sumOf(files: readonly ChangedFile[]): Results["changes"] {
  if (files.length === 0) return undefined;
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return { files: files.length, added, removed };
}

/** "5 files changed (+120 −31)" */
export function changesIn({ files, added, removed }: NonNullable<Results["changes"]>): string {
  return `${count(files, "file")} changed (+${formatCount(added)} −${formatCount(removed)})`;
}

function tokensOf(session: Session): string | undefined {
  const { inputTokens, outputTokens } = usageOf(session);
  const facts = [
    inputTokens !== undefined && `${plural(inputTokens, "token")} in`,
    outputTokens !== undefined &&
      `${formatCount(outputTokens)}${inputTokens === undefined ? " tokens" : ""} out`,
  ].filter((fact) => fact !== false);
  return facts.length > 0 ? facts.join(", ") : undefined;
}

// Sessions have more messages than a call may have arguments.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
