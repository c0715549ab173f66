import { type Node, parseTree } from "jsonc-parser";

/** A part of a text, and what takes its place. */
interface Splice {
  offset: number;
  length: number;
  text: string;
}

/** What becomes of a field that both objects have; undefined: the first one's stays. */
export type UniteField = (name: string, first: JsonPart, second: JsonPart) => string | undefined;

/** A value in a JSON text. */
export interface JsonPart {
  node: Node;
  /** As it is written. */
  text: string;
}

/**
 * The JSON text of an object with the fields of another one that it has not. What is written stays written so:
 * numbers, too, that no library would read as they are. Undefined when either is no object.
 */
export function uniteObjects(first: string, second: string, field: UniteField): string | undefined {
  const [a, b] = [partOf(first, "object"), partOf(second, "object")];
  if (!a || !b) return undefined;
  const own = new Map(fieldsOf(a));
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [name, value] of fieldsOf(b)) {
    const known = own.get(name);
    if (!known) added.push(`${JSON.stringify(name)}:${value.text}`);
    else {
      const text = field(name, known, value);
      if (text !== undefined)
        splices.push({ offset: known.node.offset, length: known.node.length, text });
    }
  }
  splices.push(appended(a.node, added));
  return spliced(first, splices, a.node.offset);
}

/** How elements of two lists are the same, and which of two such counts. */
export interface UniteElements {
  /** What elements that are the same have in common; undefined: as they are written. */
  key(part: JsonPart): string | undefined;
  /** Whether the second one of two that are the same takes the place of the first one. */
  isFuller(first: JsonPart, second: JsonPart): boolean;
}

/** A list with the elements of another one that it has not, behind its own. Undefined when either is none. */
export function uniteLists(
  first: string,
  second: string,
  { key, isFuller }: UniteElements,
): string | undefined {
  const [a, b] = [partOf(first, "array"), partOf(second, "array")];
  if (!a || !b) return undefined;
  const keyed = (part: JsonPart) => [key(part) ?? part.text, part] as const;
  const own = new Map(elementsOf(a).map(keyed));
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [name, element] of elementsOf(b).map(keyed)) {
    const known = own.get(name);
    if (!known) added.push(element.text);
    else if (isFuller(known, element)) {
      const { offset, length } = known.node;
      splices.push({ offset, length, text: element.text });
    }
  }
  splices.push(appended(a.node, added));
  return spliced(first, splices, a.node.offset);
}

/** The value of a text; undefined when it is no JSON, or something else than is asked for. */
export function partOf(text: string, type: "object" | "array"): JsonPart | undefined {
  try {
    JSON.parse(text);
    const node = parseTree(text);
    return node?.type === type ? { node, text } : undefined;
  } catch {
    return undefined;
  }
}

/** The elements of a list. */
export function elementsOf({ node, text }: JsonPart): JsonPart[] {
  const start = node.offset;
  return (node.children ?? []).map((child) => partIn(child, text, start));
}

/** The fields of an object. */
export function fieldsOf({ node, text }: JsonPart): (readonly [string, JsonPart])[] {
  const start = node.offset;
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name && value ? [[String(name.value), partIn(value, text, start)] as const] : [],
  );
}

/** Nodes count from the beginning of the whole text, of which a part begins at `start`. */
function partIn(node: Node, text: string, start: number): JsonPart {
  return { node, text: text.slice(node.offset - start, node.offset - start + node.length) };
}

function appended({ offset, length, children = [] }: Node, added: readonly string[]): Splice {
  const comma = children.length > 0 && added.length > 0 ? "," : "";
  return { offset: offset + length - 1, length: 0, text: comma + added.join(",") };
}

function spliced(text: string, splices: readonly Splice[], start: number): string {
  let result = "";
  let end = 0;
  for (const { offset, length, text: replacement } of [...splices].sort(
    (a, b) => a.offset - b.offset,
  )) {
    result += text.slice(end, offset - start) + replacement;
    end = offset - start + length;
  }
  return result + text.slice(end);
}
