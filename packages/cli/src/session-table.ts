import type { SessionRef } from "@chatexport/core";
import width from "fast-string-width";
import { formatBytes } from "./numbers.js";
import { type Colors, clean, fit } from "./terminal.js";

/** How the table is printed. */
export interface TableStyle {
  /** Columns of the terminal; without a terminal nothing is cut and there is no header. */
  columns?: number;
  colors: Colors;
  shortId(ref: SessionRef): string;
}

interface Column {
  title: string;
  color: "dim" | "yellow" | "cyan" | "reset";
  text(ref: SessionRef): string;
  align?: "right";
  /** The largest share of the line that it may take. */
  share?: number;
}

const gap = "  ";
const shortestTitle = 8;

/** The sessions as a table with a line for each. */
export function sessionTable(refs: readonly SessionRef[], style: TableStyle): string {
  const { columns: room = Number.POSITIVE_INFINITY, colors } = style;
  const columns = columnsFor(refs, style);
  const rows = refs.map((ref) => columns.map(({ text }) => clean(text(ref))));
  if (style.columns !== undefined) rows.unshift(columns.map(({ title }) => title));

  const widths = columns.map(({ share = 1 }, index) => {
    const widest = rows.reduce((most, row) => Math.max(most, width(row[index] ?? "")), 0);
    return Math.min(widest, Math.floor(room * share));
  });
  const taken = widths.slice(0, -1).reduce((sum, columnWidth) => sum + columnWidth + gap.length, 0);
  widths[widths.length - 1] = Math.max(room - taken, shortestTitle);

  const lines = rows.map((row, line) => {
    const isHeader = line === 0 && style.columns !== undefined;
    const cells = columns.map(({ color, align }, index) => {
      const columnWidth = widths[index] ?? 0;
      const text = fit(row[index] ?? "", columnWidth);
      const colored = colors[isHeader ? "dim" : color](text);
      if (index === columns.length - 1) return colored;
      const padding = " ".repeat(columnWidth - width(text));
      return align === "right" ? padding + colored : colored + padding;
    });
    return cells.join(gap);
  });
  return `${lines.join("\n")}\n`;
}

function columnsFor(refs: readonly SessionRef[], { shortId }: TableStyle): Column[] {
  const columns: (Column | false)[] = [
    {
      title: "DATE",
      color: "dim",
      text: (ref) => (ref.updatedAt ?? ref.startedAt ?? "").slice(0, 10),
    },
    { title: "ID", color: "yellow", text: shortId },
    {
      title: "SIZE",
      color: "dim",
      align: "right",
      text: ({ bytes }) => (bytes === undefined ? "" : formatBytes(bytes)),
    },
    refs.some(({ subagentCount }) => subagentCount) && {
      title: "SUB",
      color: "dim",
      align: "right",
      text: ({ subagentCount }) => (subagentCount ? `+${subagentCount}` : ""),
    },
    { title: "PROJECT", color: "cyan", share: 0.15, text: ({ project }) => project?.name ?? "" },
    { title: "TITLE", color: "reset", text: ({ title }) => title ?? "" },
  ];
  return columns.filter((column) => column !== false);
}
