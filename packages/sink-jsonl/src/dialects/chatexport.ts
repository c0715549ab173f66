import type { Branch, Feature, Message, Session } from "@chatexport/core";
import { jsonText } from "../json-text.js";
import type { Dialect } from "./dialect.js";

/** Every field of the model; schema.json describes a line. */
export const chatexport: Dialect = {
  keeps: new Set<Feature>([
    "reasoning",
    "tool-input",
    "tool-output",
    "files",
    "edits",
    "branches",
    "subagents",
    "usage",
    "native",
    "unknown",
  ]),
  render: (session) => lines(session, 0),
};

/**
 * The lines of a session: its header, the messages of the active line and of each branch, its
 * sub-agents one level deeper, and an end that counts the messages, so that a cut-off file shows.
 */
function* lines(session: Session, depth: number): Generator<string> {
  const { messages, branches = [], subagents = [], ...rest } = session;
  const header: Header = rest;
  if (branches.length > 0) header.branches = branches.map(({ messages: _, ...branch }) => branch);
  yield line({
    type: "session",
    schemaVersion: session.schemaVersion,
    ...(depth > 0 && { depth }),
    session: inOrder(header, sessionKeys),
  });
  for (const message of messages)
    yield line({ type: "message", message: inOrder(message, messageKeys) });
  for (const { id, messages } of branches)
    for (const message of messages)
      yield line({ type: "message", branch: id, message: inOrder(message, messageKeys) });
  for (const subagent of subagents) yield* lines(subagent, depth + 1);
  const count = branches.reduce((sum, branch) => sum + branch.messages.length, messages.length);
  yield line({ type: "end", messages: count });
}

/** A session without what follows in lines of its own. */
type Header = Omit<Session, "messages" | "branches" | "subagents"> & {
  branches?: Omit<Branch, "messages">[];
};

function line(value: object): string {
  return `${jsonText(value)}\n`;
}

/** The order must not depend on the source, or two versions of it differ in every line. */
function inOrder<T extends object>(object: T, keys: readonly (keyof T)[]): T {
  const result: Partial<T> = {};
  for (const key of keys) if (object[key] !== undefined) result[key] = object[key];
  return { ...result, ...object };
}

const sessionKeys = [
  "schemaVersion",
  "id",
  "source",
  "format",
  "title",
  "titleFrom",
  "startedAt",
  "updatedAt",
  "cwd",
  "project",
  "git",
  "model",
  "archived",
  "parent",
  "purpose",
  "branches",
  "attachments",
  "usage",
  "records",
  "origin",
  "native",
] as const satisfies readonly (keyof Header)[];

const messageKeys = [
  "id",
  "parentId",
  "role",
  "createdAt",
  "createdAtFrom",
  "model",
  "mode",
  "cwd",
  "parts",
  "usage",
  "stopReason",
  "copiedFrom",
  "synthetic",
  "origin",
  "native",
] as const satisfies readonly (keyof Message)[];
