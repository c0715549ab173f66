import { findNodeAtLocation, type JSONPath, type Node, parseTree } from "jsonc-parser";

/** A piece of a text, and what takes its place. */
export interface Piece {
  offset: number;
  length: number;
  text: string;
}

/** A JSON text as a tree; undefined for what is not JSON. Positions are characters. */
export function jsonTree(text: string): Node | undefined {
  const errors: Parameters<typeof parseTree>[1] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  return errors.length === 0 ? tree : undefined;
}

/** The value of a field in a tree. */
export function nodeAt(tree: Node, path: JSONPath): Node | undefined {
  return findNodeAtLocation(tree, path);
}

/** The text of a node, as it is written. */
export function textOfNode(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length);
}

/** Adds pieces of JSON at the end of a list or an object. */
export function appended(container: Node, texts: readonly string[]): Piece {
  const last = container.children?.at(-1);
  const offset = last ? last.offset + last.length : container.offset + 1;
  return { offset, length: 0, text: (last ? "," : "") + texts.join(",") };
}

/** Takes fields out of an object, with the commas that separate them. */
export function withoutFields(object: Node, fields: ReadonlySet<Node>): Piece[] {
  const all = object.children ?? [];
  const lastKept = all.findLastIndex((field) => !fields.has(field));
  const pieces: Piece[] = [];
  for (const [index, field] of all.entries()) {
    const next = all[index + 1];
    if (index < lastKept && next && fields.has(field))
      pieces.push({ offset: field.offset, length: next.offset - field.offset, text: "" });
  }
  const [first, last] = [all[lastKept + 1], all.at(-1)];
  if (first && last) {
    const kept = all[lastKept];
    const offset = kept ? kept.offset + kept.length : first.offset;
    pieces.push({ offset, length: last.offset + last.length - offset, text: "" });
  }
  return pieces;
}

/** A text with pieces replaced, which do not overlap. */
export function spliced(text: string, pieces: readonly Piece[]): string {
  const sorted = [...pieces].sort((a, b) => a.offset - b.offset);
  let at = 0;
  let result = "";
  for (const { offset, length, text: replacement } of sorted) {
    result += text.slice(at, offset) + replacement;
    at = offset + length;
  }
  return result + text.slice(at);
}
