import type { FilePart } from "@chatexport/core";
import { type DocumentNode, type Fold, type Limits, noLimits, oneLine } from "@chatexport/document";
import type { RootContent } from "mdast";

/*
 * A document as context for another model: everything is in the open, without HTML and reasoning,
 * outputs are short, and changes are whole.
 */

/** The amount of long texts that such a document shows. */
export const contextLimits: Limits = {
  output: { head: 3, tail: 2 },
  excerpt: { head: 5, tail: 0 },
  prose: { head: 5, tail: 0 },
  change: noLimits.change,
};

/** A part of a document without folds: their lines, and what they hold. */
export function unfolded(node: RootContent): RootContent[] {
  switch (node.type) {
    case "fold":
      return unfoldedFold(node);
    case "asset":
      return [node.url === undefined ? fileLine(node.part) : node];
    case "turn":
    case "message":
    case "section":
      return [{ ...node, children: node.children.flatMap(unfolded) as never[] }];
    default:
      return [node];
  }
}

function unfoldedFold({ what, line, children }: Fold): RootContent[] {
  if (what === "reasoning") return [];
  const inside = children.flatMap(unfolded);
  // Each of these calls has a line of its own.
  return what === "calls" ? inside : [{ type: "fold", what, line, children: [] }, ...inside];
}

/** The bytes of a file say nothing to a model. */
function fileLine({ name, path, mediaType = "" }: FilePart): DocumentNode {
  const lead = mediaType.startsWith("image/") ? "Image" : "File";
  const code = oneLine(name ?? path?.replace(/^.*[/\\]/s, "") ?? mediaType);
  const line = { lead, code, outcome: "not in this document" };
  return { type: "fold", what: "file", line, children: [] };
}

/** The same nodes without anchors, and with a rule where a comment keeps two of them apart. */
export function withoutHtml(nodes: readonly RootContent[]): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    if (node.type !== "html") return [node];
    return node.value.startsWith("<!--") ? [{ type: "thematicBreak" }] : [];
  });
}
