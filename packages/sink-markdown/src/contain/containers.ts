import { type Cursor, isBlank, skipCharacters, skipColumns } from "./cursor.js";
import { type ListMarker, listMarker } from "./lines.js";

/** A block quote or list item that is open. */
export type Container = { type: "quote" } | Item;

interface Item {
  type: "item";
  marker: string;
  /** Columns that a line needs to belong to it. */
  size: number;
  /** It began with a blank line, and nothing but blank lines came so far. */
  blank: "first" | "more" | undefined;
}

/** True when the line goes on in the container; its marks are consumed then. */
export function continues(cursor: Cursor, container: Container): boolean {
  return container.type === "quote" ? skipQuote(cursor) : continuesItem(cursor, container);
}

function continuesItem(cursor: Cursor, item: Item): boolean {
  if (isBlank(cursor)) {
    if (item.blank) item.blank = "more";
    skipColumns(cursor, Math.min(cursor.indent, item.size));
    return true;
  }
  const ended = item.blank === "more";
  item.blank = undefined;
  if (ended || cursor.indent < item.size) return false;
  skipColumns(cursor, item.size);
  return true;
}

/** The mark of a container. */
export type Mark = { type: ">"; size: number } | ListMarker;

/** The mark of a container that begins here. */
export function markAt(cursor: Cursor): Mark | undefined {
  if (cursor.indent > 3) return undefined;
  if (cursor.line[cursor.next] === ">") return { type: ">", size: 1 };
  return listMarker(cursor.line, cursor.next);
}

/** True when a container with this mark may begin where a paragraph or indented code could go on. */
export function mayInterrupt(cursor: Cursor, mark: Mark): boolean {
  if (mark.type === ">") return true;
  const blank = /^[ \t]*$/.test(cursor.line.slice(cursor.next + mark.size));
  return !blank && (!("number" in mark) || mark.number === "1");
}

/** Begins a container; its mark is consumed. */
export function openContainer(cursor: Cursor, mark: Mark): Container {
  if (mark.type === ">") {
    skipQuote(cursor);
    return { type: "quote" };
  }
  const before = cursor.indent + mark.size;
  skipCharacters(cursor, mark.size);
  const blank = isBlank(cursor);
  const space = blank || cursor.indent > 4 ? 1 : cursor.indent;
  if (!blank) skipColumns(cursor, space);
  return {
    type: "item",
    marker: mark.type,
    size: before + space,
    blank: blank ? "first" : undefined,
  };
}

/** Makes the mark plain text, so that no container begins. */
export function escapeMark(cursor: Cursor, mark: Mark): void {
  const at = cursor.next + mark.size - 1;
  cursor.line = `${cursor.line.slice(0, at)}\\${cursor.line.slice(at)}`;
}

function skipQuote(cursor: Cursor): boolean {
  if (cursor.indent > 3 || cursor.line[cursor.next] !== ">") return false;
  skipCharacters(cursor, 1);
  if (cursor.indent > 0) skipColumns(cursor, 1);
  return true;
}
