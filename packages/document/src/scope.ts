import type { Message, Part, Session, Todo } from "@chatexport/core";
import type { DocumentOptions } from "./options.js";

/** What is the same everywhere in a document. */
export interface DocumentScope extends Required<DocumentOptions> {
  /** The names of all messages to which links may lead. */
  anchors: ReadonlyMap<Message, string>;
}

/** What a handler knows about the place it writes to. */
export interface Scope extends DocumentScope {
  session: Session;
  /** How many sessions this one is a sub-agent below. */
  depth: number;
  /** In a fold or a branch. */
  isNested: boolean;
  /** Numbers of the prompts on the active line, by the id of the message. */
  prompts: ReadonlyMap<string, number>;
  /** The sub-agents of the session by id; of those that share one, the first. */
  subagents: ReadonlyMap<string, Session>;
  /** The sub-agents that were shown. */
  shown: Set<Session>;
  /** The todo list that was shown last. */
  todos: { last: readonly Todo[] };
}

/** The scope of a session that stands so deep in a document. */
export function scopeOf(session: Session, document: DocumentScope, depth = 0): Scope {
  const prompts = promptNumbers(session);
  const subagents = new Map(session.subagents?.toReversed().map((each) => [each.id, each]));
  const state = { shown: new Set<Session>(), todos: { last: [] } };
  return { ...document, session, depth, isNested: depth > 0, prompts, subagents, ...state };
}

/** The numbers of the prompts on the active line, counted from 1, by the id of the message. */
export function promptNumbers({ messages }: Session): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const message of messages) if (isPrompt(message)) numbers.set(message.id, numbers.size + 1);
  return numbers;
}

/** Whether a person wrote the message, or what a sub-agent was told stands in it. */
export function isPrompt(message: Message): boolean {
  return message.role === "user" && !message.synthetic && message.parts.some(isWritten);
}

function isWritten(part: Part): boolean {
  if (part.type === "text") return part.synthetic === undefined && part.text.trim() !== "";
  return part.type === "file" && part.from !== "tool";
}
