import { codeLines } from "../lines/code.js";
import { padEnd, padStart, widest } from "../lines/fit.js";
import { behind, type Layout } from "../lines/layout.js";
import { wrapped } from "../lines/wrap.js";
import { inlineText, wordsIn } from "./inline.js";
import type { Node } from "./parser.js";

const gap = "  ";

/** A table in columns where there is room for them, or else its rows one after another. */
export function* table(node: Node, layout: Layout, source: readonly string[]): Generator<string> {
  const rows = node.children.flatMap(({ children }) => children);
  const [header, ...others] = rows;
  if (!header) return;
  if (others.some((row) => hasMoreCells(row, header, source))) {
    // A rule of Markdown takes such cells away.
    yield* codeLines(source.slice(...(node.token.map ?? [])).join("\n"), undefined, layout);
    return;
  }
  const titles = textsOf(header, layout, layout.ink.title);
  const cells = others.map((row) => textsOf(row, layout));
  const widths = titles.map((title, column) =>
    widest([title, ...cells.map((row) => row[column] ?? "")]),
  );
  const needed = widths.reduce((sum, columnWidth) => sum + columnWidth + gap.length, -gap.length);
  if (needed <= layout.widest) yield* inColumns([titles, ...cells], widths, header, layout);
  else yield* inBlocks(titles, cells, layout);
}

function* inColumns(
  rows: readonly string[][],
  widths: readonly number[],
  header: Node,
  { ink }: Layout,
): Generator<string> {
  const areRight = header.children.map(({ token }) => /right/.test(String(token.attrGet("style"))));
  for (const [index, row] of rows.entries()) {
    const cells = widths.map((columnWidth, column) => {
      const text = row[column] ?? "";
      return areRight[column] ? padStart(text, columnWidth) : padEnd(text, columnWidth);
    });
    yield cells.join(gap).trimEnd();
    if (index === 0) yield ink.quiet(widths.map((columns) => "─".repeat(columns)).join(gap));
  }
}

function* inBlocks(
  titles: readonly string[],
  rows: readonly string[][],
  layout: Layout,
): Generator<string> {
  if (rows.length === 0) yield* wrapped(titles.join(" · "), layout.columns);
  for (const [index, row] of rows.entries()) {
    if (index > 0) yield "";
    for (const [column, cell] of row.entries())
      yield* behind(["", gap], gap.length, layout, ({ columns }) =>
        wrapped(`${titles[column] ?? ""}: ${cell}`, columns),
      );
  }
}

function textsOf({ children }: Node, { ink }: Layout, paint = (text: string) => text): string[] {
  return children.map((cell) => {
    return paint(inlineText(wordsIn(cell.children), ink).replaceAll("\n", " "));
  });
}

/** True when a row was written with more cells than the table has columns; one that is cut by "\\|" goes on. */
function hasMoreCells({ token }: Node, header: Node, source: readonly string[]): boolean {
  const line = source[token.map?.[0] ?? -1] ?? "";
  const row = line.replace(/^[\s>]*\|?/, "").replace(/\|\s*$/, "");
  return row.split(/(?<!\\)\|/).length > header.children.length;
}
