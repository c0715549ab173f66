import type { Message, Part, Session, Todo } from "@chatexport/core";
import type { MarkdownOptions } from "./options.js";

/** What is the same everywhere in a document. */
export interface DocumentScope extends Required<MarkdownOptions> {
  /** Link to the index through which other sessions are reached, where there is one. */
  index: string | undefined;
  /** Ids of the sessions that are in the document. */
  contained: ReadonlySet<string>;
}

/** What a handler knows about the place it writes to. */
export interface Scope extends DocumentScope {
  session: Session;
  /** Bold lines take the place of headings, as inside a fold. */
  folded: boolean;
  /** Numbers of the prompts on the active line, by the id of the message. */
  prompts: ReadonlyMap<string, number>;
  /** Ids of the sub-agents that were shown. */
  shown: Set<string>;
  /** The todo list that was shown last. */
  todos: { last: readonly Todo[] };
}

/** The scope of a session. */
export function scopeOf(session: Session, document: DocumentScope, folded = false): Scope {
  const prompts = new Map<string, number>();
  for (const message of session.messages)
    if (isPrompt(message)) prompts.set(message.id, prompts.size + 1);
  return { ...document, session, folded, prompts, shown: new Set(), todos: { last: [] } };
}

/** Whether a person wrote the message, or what a sub-agent was told stands in it. */
export function isPrompt(message: Message): boolean {
  return message.role === "user" && !message.synthetic && message.parts.some(isWritten);
}

function isWritten(part: Part): boolean {
  if (part.type === "text") return part.synthetic === undefined && part.text.trim() !== "";
  return part.type === "file" && part.from !== "tool";
}
