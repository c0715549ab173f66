import { type Feature, nonEmpty, type Session } from "@chatexport/core";
import { messageOrder, sessionOrder } from "@chatexport/core/fields";
import { lineBytes } from "../line-bytes.js";
import type { Dialect } from "./dialect.js";

/** Every field of the model; schema.json describes a line. */
export const chatexport: Dialect = {
  keeps: new Set<Feature>([
    "reasoning",
    "tool-input",
    "tool-output",
    "tool-definitions",
    "files",
    "edits",
    "branches",
    "subagents",
    "usage",
    "native",
    "unknown",
  ]),
  render: (session) => lineBytes(lines(session)),
};

/**
 * The lines of a session: its header, the messages of the active branch and of each other branch, its
 * sub-agents one level deeper, and an end that counts the messages, so that a cut-off file shows.
 */
function* lines(whole: Session): Generator<object> {
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

function* beginning(session: Session, depth: number): Generator<object> {
  const { messages, branches = [], subagents: _, ...rest } = session;
  const left = nonEmpty(branches.map(({ messages: _, ...branch }) => branch));
  yield {
    type: "session",
    schemaVersion: session.schemaVersion,
    ...(depth > 0 && { depth }),
    session: inOrder({ ...rest, branches: left }, sessionFields),
  };
  for (const message of messages)
    yield { type: "message", message: inOrder(message, messageFields) };
  for (const { id, messages } of branches)
    for (const message of messages)
      yield { type: "message", branch: id, message: inOrder(message, messageFields) };
}

function ending({ messages, branches = [] }: Session): object {
  const count = branches.reduce((sum, branch) => sum + branch.messages.length, messages.length);
  return { type: "end", messages: count };
}

/** The order must not depend on the source, or two versions of it differ in every line. */
function inOrder(object: object, fields: object): object {
  return { ...fields, ...object };
}

const sessionFields = absentFields(sessionOrder);
const messageFields = absentFields(messageOrder);

/** Fields that JSON leaves out, in their order. */
function absentFields(order: readonly string[]): object {
  return Object.fromEntries(order.map((name) => [name, undefined]));
}
