/*
 * The blocks that a line can begin. Each function looks at the line from the index of its first visible character
 * and takes time in proportion to what it looks at.
 */

/** Number of `#` that begin a heading, or 0. */
export function headingLevel(line: string, at: number): number {
  let end = at;
  while (line[end] === "#") end++;
  const level = end - at;
  return level <= 6 && isSpaceOrEnd(line[end]) ? level : 0;
}

/** The level of the heading that a row of `=` or `-` makes of the paragraph above it; 0 for another line. */
export function underlineLevel(line: string, at: number): 0 | 1 | 2 {
  const marker = line[at];
  if (marker !== "=" && marker !== "-") return 0;
  let end = at;
  while (line[end] === marker) end++;
  if (skipSpace(line, end) < line.length) return 0;
  return marker === "=" ? 1 : 2;
}

/** True when the line is a thematic break: three or more `*`, `-` or `_` and nothing else. */
export function isThematicBreak(line: string, at: number): boolean {
  const marker = line[at];
  if (marker !== "*" && marker !== "-" && marker !== "_") return false;
  // From the end, so that a line which nests hundreds of lists is not read hundreds of times.
  let count = 0;
  for (let index = line.length - 1; index >= at; index--) {
    const character = line[index];
    if (character === marker) count++;
    else if (character !== " " && character !== "\t") return false;
  }
  return count >= 3;
}

/** The fence that a line opens. */
export interface Fence {
  marker: string;
  size: number;
}

/** The fence of a code block that begins here. */
export function openingFence(line: string, at: number): Fence | undefined {
  const fence = fenceAt(line, at);
  if (!fence) return undefined;
  if (fence.marker === "`" && line.includes("`", at + fence.size)) return undefined;
  return fence;
}

/** True when the line closes a fence. */
export function closesFence(line: string, at: number, open: Fence): boolean {
  const fence = fenceAt(line, at);
  return (
    fence !== undefined &&
    fence.marker === open.marker &&
    fence.size >= open.size &&
    skipSpace(line, at + fence.size) === line.length
  );
}

function fenceAt(line: string, at: number): Fence | undefined {
  const marker = line[at];
  if (marker !== "`" && marker !== "~") return undefined;
  let end = at;
  while (line[end] === marker) end++;
  return end - at < 3 ? undefined : { marker, size: end - at };
}

/** A marker that begins a list item. */
export interface ListMarker {
  /** The bullet, or what follows the number: markers of one list are equal. */
  type: string;
  /** Characters. */
  size: number;
  /** Number of an ordered item, as it is written. */
  number?: string;
}

/** The marker of a list item that begins here. */
export function listMarker(line: string, at: number): ListMarker | undefined {
  const first = line[at];
  if (first === "-" || first === "*" || first === "+") {
    if (!isSpaceOrEnd(line[at + 1]) || isThematicBreak(line, at)) return undefined;
    return { type: first, size: 1 };
  }
  let end = at;
  while (end - at < 9 && isDigit(line[end])) end++;
  const type = line[end];
  if (end === at || (type !== "." && type !== ")") || !isSpaceOrEnd(line[end + 1]))
    return undefined;
  return { type, size: end + 1 - at, number: line.slice(at, end) };
}

/** True when a footnote definition begins here; it may do so even in the middle of a paragraph. */
export function isFootnoteDefinition(line: string, at: number): boolean {
  return line.startsWith("[^", at) && line.includes("]:", at);
}

function skipSpace(line: string, at: number): number {
  let end = at;
  while (line[end] === " " || line[end] === "\t") end++;
  return end;
}

function isSpaceOrEnd(character: string | undefined): boolean {
  return character === undefined || character === " " || character === "\t";
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}
