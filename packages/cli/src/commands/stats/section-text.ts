import { safeLine } from "@chatexport/core";
import { fit, fitMiddle, padEnd, padStart, widest } from "@chatexport/sink-terminal/format";
import type { TextStyle } from "../../terminal/text-style.js";

/** A list of things that were counted, with a line for each. */
export interface Section {
  title: string;
  /** Titles of the numbers: what may be left out, what the bars show, and one more. */
  columns: readonly [string, string, string];
  rows: readonly SectionRow[];
  /** How many rows are not shown. */
  hidden: number;
}

/** A line of a section. */
export interface SectionRow {
  /** Absent: it has none. */
  name: string | undefined;
  /** How long its bar is, against those of the other rows. */
  measure: number;
  /** As they are printed, in the order of the columns; empty where nothing is known. */
  numbers: readonly [string, string, string];
}

/** How wide everything is, the same in all sections. */
interface Layout {
  name: number;
  /** Of each number; 0 leaves it out. */
  numbers: readonly number[];
  bar: number;
}

const gap = "  ";
const nameShare = 0.35;
const shortestBar = 6;
const longestBar = 40;

/** The sections as text, with bars on a terminal, under one another and in the same columns. */
export function sectionsAsText(sections: readonly Section[], style: TextStyle): string[] {
  const layout = layoutOf(sections, style.columns);
  return sections.map((section) => sectionAsText(section, layout, style));
}

function layoutOf(sections: readonly Section[], room: number | undefined): Layout {
  const lines = sections.flatMap(({ columns, rows }) => [
    columns,
    ...rows.map((row) => row.numbers),
  ]);
  const numbers = [0, 1, 2].map((index) => widest(lines.map((line) => line[index] ?? "")));
  const names = sections.flatMap(({ title, rows }) => [title, ...rows.map(nameOf)]);
  if (room === undefined) return { name: widest(names), numbers, bar: 0 };

  const name = Math.min(widest(names), Math.floor(room * nameShare));
  const rest = () =>
    room - name - numbers.reduce((sum, each) => sum + (each && each + gap.length), 0) - gap.length;
  // The first number says least.
  if (rest() < shortestBar) numbers[0] = 0;
  const bar = rest() < shortestBar ? 0 : Math.min(rest(), longestBar);
  return { name, numbers, bar };
}

function sectionAsText(section: Section, layout: Layout, { columns, colors }: TextStyle): string {
  const { title, rows, hidden } = section;
  const most = rows.reduce((sum, { measure }) => Math.max(sum, measure), 0);
  const line = (name: string, numbers: readonly string[], bar: string) =>
    [
      name,
      ...layout.numbers.flatMap((wide, at) => (wide ? [padStart(numbers[at] ?? "", wide)] : [])),
      bar,
    ]
      .join(gap)
      .trimEnd();
  const header = line(
    colors.bold(padEnd(fitMiddle(title, layout.name), layout.name)),
    section.columns.map((column, at) => colors.dim(padStart(column, layout.numbers[at] ?? 0))),
    "",
  );
  const lines = rows.map((row) => {
    const name = padEnd(fitMiddle(nameOf(row), layout.name), layout.name);
    const bar = layout.bar ? barOf(row.measure / most, layout.bar) : "";
    return line(row.name === undefined ? colors.dim(name) : name, row.numbers, colors.cyan(bar));
  });
  const more = hidden > 0 ? [colors.dim(fit(`… and ${hidden} more`, columns ?? Infinity))] : [];
  return [header, ...lines, ...more].map((text) => `${text}\n`).join("");
}

function nameOf({ name }: SectionRow): string {
  return name === undefined ? "(not recorded)" : safeLine(name);
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar that shows a share, from 0 to 1, of so many columns; what is more than nothing shows. */
function barOf(share: number, columns: number): string {
  if (share <= 0) return "";
  const length = Math.max(1, Math.round(share * columns * 8));
  return "█".repeat(Math.floor(length / 8)) + eighths[length % 8];
}
