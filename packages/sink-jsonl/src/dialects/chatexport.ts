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
  render: lines,
};

/**
 * The lines of a session: its header, the messages of the active line and of each branch, its
 * sub-agents one level deeper, and an end that counts the messages, so that a cut-off file shows.
 */
function* lines(whole: Session): Generator<string> {
  yield* beginning(whole, 0);
  // A store decides how deep sub-agents go, which recursion might not.
  const open = [levelOf(whole)];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { done, value: subagent } = level.subagents.next();
    if (done) {
      yield ending(level.session);
      open.pop();
    } else {
      yield* beginning(subagent, open.length);
      open.push(levelOf(subagent));
    }
  }
}

/** A session that has begun, with the sub-agents that are still to come. */
function levelOf(session: Session) {
  return { session, subagents: (session.subagents ?? []).values() };
}

function* beginning(session: Session, depth: number): Generator<string> {
  const { messages, branches = [], subagents: _, ...rest } = session;
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
}

function ending({ messages, branches = [] }: Session): string {
  const count = branches.reduce((sum, branch) => sum + branch.messages.length, messages.length);
  return line({ type: "end", messages: count });
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
