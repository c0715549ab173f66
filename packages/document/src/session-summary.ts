import {
  allMessages,
  type FileEdit,
  type Message,
  type Part,
  type Session,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { changesOf } from "./diff.js";
import { isPrompt } from "./prompts.js";
import { usageOf } from "./session-facts.js";
import { count, formatted } from "./text.js";

/**
 * What came of a session, in a few words each: "12 min", "3 prompts", "42 calls, 2 failed", "5 files
 * changed (+120 −31)", "154,289 tokens in, 1,912 out", "context up to 28,104 tokens". Calls and files
 * are also those of sub-agents and of branches that were left. What was copied from another session,
 * and what nobody knows, does not count.
 */
export function summaryOf(session: Session): string[] {
  const { startedAt, updatedAt } = session;
  const messages = session.messages.filter(isOwn);
  const parts = [...withSubagents(session)].flatMap((each) =>
    [...allMessages(each)].filter(isOwn).flatMap((message) => message.parts),
  );
  const calls = parts.filter((part) => part.type === "tool-call");
  const contexts = messages.flatMap(({ usage }) => usage?.inputTokens ?? []);
  return [
    durationOf(startedAt, updatedAt),
    some(messages.filter(isPrompt).length, "prompt"),
    callsOf(calls),
    changesIn(parts),
    tokensOf(session),
    contexts.length > 0 && `context up to ${formatted(largest(contexts))} tokens`,
  ].filter((fact) => typeof fact === "string");
}

function isOwn({ copiedFrom }: Message): boolean {
  return copiedFrom === undefined;
}

function some(number: number, noun: string): string | undefined {
  return number > 0 ? count(number, noun) : undefined;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "under a minute", "12 min", "2 h 5 min", "3 days" */
function durationOf(start: string | undefined, end: string | undefined): string | undefined {
  const milliseconds = Date.parse(end ?? "") - Date.parse(start ?? "");
  if (!(milliseconds > 0)) return undefined;
  if (milliseconds < minute) return "under a minute";
  if (milliseconds >= 2 * day) return count(Math.round(milliseconds / day), "day");
  const minutes = Math.floor((milliseconds % hour) / minute);
  const hours = Math.floor(milliseconds / hour);
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(" ");
}

function callsOf(calls: readonly ToolCall[]): string | undefined {
  const failed = calls.filter(({ status }) => status === "failed").length;
  const all = some(calls.length, "call");
  return failed > 0 ? `${all}, ${failed} failed` : all;
}

/** "5 files changed (+120 −31)": by calls that did not fail, and by edits that are neither refused nor only proposed. */
function changesIn(parts: readonly Part[]): string | undefined {
  const edits = parts.flatMap(editsIn);
  const paths = new Set(edits.map(({ path }) => path));
  if (paths.size === 0) return undefined;
  let added = 0;
  let removed = 0;
  for (const edit of edits)
    for (const { lines } of changesOf(edit, false))
      for (const line of lines)
        if (line.startsWith("+")) added++;
        else if (line.startsWith("-")) removed++;
  return `${count(paths.size, "file")} changed (+${formatted(added)} −${formatted(removed)})`;
}

function editsIn(part: Part): readonly FileEdit[] {
  if (part.type === "edit")
    return part.status === undefined || part.status === "accepted" ? part.edits : [];
  if (part.type !== "tool-call" || !("edits" in part)) return [];
  return part.status === "completed" || part.status === "unknown" ? (part.edits ?? []) : [];
}

function tokensOf(session: Session): string | undefined {
  const { inputTokens, outputTokens } = usageOf(session);
  const facts = [
    inputTokens !== undefined && `${formatted(inputTokens)} tokens in`,
    outputTokens !== undefined &&
      `${formatted(outputTokens)}${inputTokens === undefined ? " tokens" : ""} out`,
  ].filter((fact) => fact !== false);
  return facts.length > 0 ? facts.join(", ") : undefined;
}

// Sessions have more messages than a call may have arguments.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
