import type { Parent } from "@chatexport/core";
import type { Blockquote } from "mdast";
import { remark, text } from "./block.js";
import { sessionReference } from "./references.js";
import type { Scope } from "./scope.js";

const relations: Readonly<Record<Parent["relation"], string>> = {
  continuation: "Continues session",
  fork: "Forked from session",
  subagent: "Started by session",
};

/** A note about the session that this one came out of, if it came out of one. */
export function parentNote(scope: Scope): Blockquote[] {
  const { parent } = scope.session;
  if (!parent) return [];
  return [
    remark(text(`${relations[parent.relation]} `), sessionReference(parent.sessionId, scope)),
  ];
}
