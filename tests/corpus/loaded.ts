import {
  contextFor,
  type Diagnostic,
  type Message,
  type Part,
  type Session,
  type SessionRef,
  type Source,
  type Store,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { addTokens, noTokens, type Tokens } from "./counts.js";
import { list, object } from "./raw.js";

/** A session with the ref that it was loaded from. */
export interface LoadedSession {
  ref: SessionRef;
  session: Session;
}

/** All that a source hands out. */
export interface LoadedFolder {
  sessions: LoadedSession[];
  stores: Store[];
  diagnostics: Diagnostic[];
}

/** Loads all sessions of a source. */
export async function loadAll(source: Source): Promise<LoadedFolder> {
  const diagnostics: Diagnostic[] = [];
  const context = contextFor({ report: (diagnostic) => void diagnostics.push(diagnostic) }, {});
  const sessions: LoadedSession[] = [];
  for await (const ref of source.list(context))
    sessions.push({ ref, session: await source.load(ref, context) });
  const stores = await source.stores(context, { count: true });
  await source.close?.();
  return { sessions, stores, diagnostics };
}

/**
 * The files of which each line is counted in a session: its own, those of its sub-agents, and what its
 * locator names besides: copies of it, journals.
 */
export function filesOf({ ref, session }: LoadedSession): string[] {
  const { copies, companions } = object(ref.locator);
  const others = [...list(copies), ...list(companions)].filter((path) => typeof path === "string");
  const own = [...withSubagents(session)].map(({ origin }) => origin.path ?? "");
  return [...new Set([...own, ...others.filter((path) => path.endsWith(".jsonl"))])];
}

/** The transcripts of which a session says that they are copies of its own. */
export function copiesOf({ locator }: SessionRef): string[] {
  return list(object(locator).copies).filter((path) => typeof path === "string");
}

/** All messages of a session, whatever line they are on; those of its sub-agents are not among them. */
function messagesOf({ messages, branches = [] }: Session): Message[] {
  return [...messages, ...branches.flatMap((branch) => branch.messages)];
}

/** Tokens of the responses that were not copied from another session. */
export function tokensOf(sessions: readonly Session[]): Tokens {
  return sessions
    .flatMap(messagesOf)
    .filter(({ copiedFrom }) => copiedFrom === undefined)
    .map(({ usage = {} }) => ({
      input: usage.inputTokens ?? 0,
      output: usage.outputTokens ?? 0,
      cacheRead: usage.cacheReadTokens ?? 0,
      cacheWrite: usage.cacheWriteTokens ?? 0,
      reasoning: usage.reasoningTokens ?? 0,
    }))
    .reduce(addTokens, noTokens);
}

/** The lines of the messages in which somebody wrote or uploaded something. */
export function typedLines(sessions: readonly Session[]): number[] {
  const messages = sessions.flatMap(messagesOf).filter(({ role }) => role === "user");
  return messages
    .filter(({ parts }) => parts.some(isTyped))
    .map(({ origin }) => Number(origin?.at))
    .sort((a, b) => a - b);
}

function isTyped(part: Part): boolean {
  if (part.type === "text") return part.synthetic === undefined && part.text.trim() !== "";
  return part.type === "file" && part.from === "upload";
}

/** All tool calls of sessions. */
export function toolCalls(sessions: readonly Session[]): ToolCall[] {
  return partsOf(sessions).filter((part) => part.type === "tool-call");
}

/** The ids of all tool calls of sessions, sorted. */
export function callIds(sessions: readonly Session[]): string[] {
  return toolCalls(sessions)
    .map(({ id }) => id)
    .sort();
}

/** The ids of the tool calls that hold their result, sorted. */
export function answeredIds(sessions: readonly Session[]): string[] {
  const answered = toolCalls(sessions).filter(({ result }) => result !== undefined);
  return answered.map(({ id }) => id).sort();
}

/** The ids of the calls of which sessions hold the result alone, sorted. */
export function lostIds(sessions: readonly Session[]): string[] {
  const results = partsOf(sessions).filter((part) => part.type === "tool-result");
  return results.map(({ toolCallId }) => toolCallId).sort();
}

function partsOf(sessions: readonly Session[]): Part[] {
  return sessions.flatMap(messagesOf).flatMap(({ parts }) => parts);
}
