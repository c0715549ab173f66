import type { InlineCode, Link } from "mdast";
import { fragmentOf } from "./anchor.js";
import { inlineCode } from "./block.js";
import type { DocumentScope } from "./scope.js";

/** The id of a session, which leads to it through the index where that is possible. */
export function sessionReference(id: string, scope: DocumentScope): InlineCode | Link {
  return linkToSession(id, scope) ?? inlineCode(id);
}

/** A link through the index to a session that is not in this document; undefined without an index. */
export function linkToSession(id: string, scope: DocumentScope): Link | undefined {
  const { index, contained } = scope;
  if (index === undefined || contained.has(id)) return undefined;
  return { type: "link", url: `${index}#${fragmentOf(id)}`, children: [inlineCode(id)] };
}
