/*
 * Tables of GitHub flavored Markdown. Each cell is text of its own: a code span cannot reach from
 * one cell into the next.
 */

/** True when two lines are the head of a table: as many cells as the row of dashes below has. */
export function isTableHead(line: string, delimiters: string): boolean {
  const columns = delimiterCount(delimiters);
  return columns > 0 && columns === cellCount(line);
}

/** True when some reader could take a line for the row of dashes below the head of a table. */
export function looksLikeDelimiters(line: string): boolean {
  return /^[-:| \t]+$/.test(line) && line.includes("-") && /[|:]/.test(line);
}

/** Number of columns of a row of dashes; 0 for any other line. */
function delimiterCount(line: string): number {
  if (!/[|:]/.test(line)) return 0;
  const cells = withoutOuterBars(line).split("|");
  return cells.every((cell) => /^[ \t]*:?-+:?[ \t]*$/.test(cell)) ? cells.length : 0;
}

function cellCount(line: string): number {
  const inner = withoutOuterBars(line);
  return inner === "" ? 0 : splitCells(inner).length;
}

function withoutOuterBars(line: string): string {
  let start = 0;
  let end = line.length;
  while (isSpace(line[start])) start++;
  while (end > start && isSpace(line[end - 1])) end--;
  if (line[start] === "|") start++;
  if (end > start && line[end - 1] === "|" && !isEscaped(line, end - 1)) end--;
  return line.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** The cells of a row, outer bars and white space included, so that joining with `|` restores it. */
export function splitCells(line: string): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let index = 0; index < line.length; index++) {
    const character = line[index];
    if (character === "\\" && (line[index + 1] === "\\" || line[index + 1] === "|")) index++;
    else if (character === "|") {
      cells.push(line.slice(start, index));
      start = index + 1;
    }
  }
  cells.push(line.slice(start));
  return cells;
}
