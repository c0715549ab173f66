import type { Message, Session } from "@chatexport/core";
import type { Limits } from "./limits.js";
import type { DocumentNode } from "./nodes.js";
import type { DocumentOptions } from "./options.js";
import { promptNumbers } from "./prompts.js";

/** The part of a scope that all sessions of a document share. */
export interface DocumentScope extends Required<DocumentOptions> {
  /** The names of all messages to which links may lead. */
  anchors: ReadonlyMap<Message, string>;
  /** The amount of long texts that is shown. */
  limits: Limits;
  /** Arranges a session: a sub-agent's is in a fold of the one that started it. */
  sessionNodes(scope: Scope): Iterable<DocumentNode>;
}

/** The session that a handler writes, with the state of its document. */
export interface Scope extends DocumentScope {
  session: Session;
  /** The number of sessions that this one is a sub-agent below. */
  depth: number;
  /** In a fold or a branch. */
  isNested: boolean;
  /** Numbers of the prompts on the active branch, by the id of the message. */
  prompts: ReadonlyMap<string, number>;
  /** The sub-agents of the session by id; of those that share one, the first. */
  subagents: ReadonlyMap<string, Session>;
  /** The sub-agents that were shown. */
  shown: Set<Session>;
}

/** The scope of a session that is so deep in a document. */
export function scopeOf(session: Session, document: DocumentScope, depth = 0): Scope {
  const prompts = promptNumbers(session);
  const subagents = new Map(session.subagents?.toReversed().map((each) => [each.id, each]));
  const shown = new Set<Session>();
  return { ...document, session, depth, isNested: depth > 0, prompts, subagents, shown };
}
