import type { Renderer, RendererRule, Token } from "markdown-it";

/** Tables scroll on their own, and their cells are aligned without a style of their own. */
export const tableRules: Record<string, RendererRule> = {
  table_open: (tokens, index, options, _env, self) =>
    `<div class="table" tabindex="0">${self.renderToken(tokens, index, options)}`,
  table_close: (tokens, index, options, _env, self) =>
    `${self.renderToken(tokens, index, options)}</div>`,
  th_open: cell,
  td_open: cell,
};

// The page's policy ignores every style attribute.
function cell(
  tokens: Token[],
  index: number,
  options: Parameters<RendererRule>[2],
  _env: unknown,
  self: Renderer,
): string {
  const token = tokens[index];
  const alignment = /^text-align:(center|right)$/.exec(String(token?.attrGet("style")))?.[1];
  if (token) token.attrs = alignment === undefined ? null : [["class", alignment]];
  // A header without words heads nothing.
  const [content, end] = [tokens[index + 1], tokens[index + 2]];
  if (token?.tag === "th" && end && content?.content.trim() === "") token.tag = end.tag = "td";
  return self.renderToken(tokens, index, options);
}

/**
 * Keeps cells for which a table has no column, as a rule of Markdown takes them away: mostly they are
 * one cell with a "|" in it. They go on in the last column, as they were written.
 */
export function keepCells(source: string, tokens: readonly Token[]): void {
  if (!tokens.some(({ type }) => type === "table_open")) return;
  const lines = source.split("\n");
  let columns = 0;
  let rest: string | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "thead_open") columns = 0;
    else if (token.type === "th_open") columns++;
    else if (token.type === "tr_open" && token.map) {
      rest = columns === 0 ? undefined : restFrom(columns, lines[token.map[0]] ?? "");
    } else if (token.type === "tr_close" && rest !== undefined) {
      // Before the end of a row, its last cell ends; before that stands what is in the cell.
      const last = tokens[index - 2];
      if (last?.type === "inline") last.content = rest;
      rest = undefined;
    }
  }
}

/** The text of a row with too many cells, from its last column on. */
function restFrom(columns: number, line: string): string | undefined {
  const cells = cellsOf(line);
  if (cells.length <= columns) return undefined;
  const rest = cells.slice(columns - 1).join("|");
  return rest.replaceAll("\\|", "|").trim();
}

/** The cells of a row, which may be inside quotes or lists. */
function cellsOf(line: string): string[] {
  const row = line.replace(/^[\s>]+/, "").trimEnd();
  const cells = row.split(/(?<!\\)\|/);
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells;
}
