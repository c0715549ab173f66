import { type Column, formatCount, tableOf } from "@chatexport/sink-terminal/format";
import { wrapAnsi } from "fast-wrap-ansi";
import type { TextStyle } from "./text-style.js";

/** The state of an item: all is well, look at it, something is lost, or only for the record. */
export type Mark = "fine" | "attention" | "wrong" | "note";

/** Collects a report for people, line by line; nothing is wider than its terminal. */
export type Page = ReturnType<typeof openPage>;

/** Longer lines are hard to read. */
const widest = 100;

/** A page for a terminal; without one, nothing is broken into lines, so that it can be searched. */
export function openPage({ columns, colors }: TextStyle) {
  const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.min(columns, widest);
  // A narrow terminal has better use for its columns.
  const unit = room < 60 ? "" : "  ";
  const lines: string[] = [];
  const marked: Mark[] = [];
  const marks: Record<Mark, string> = {
    fine: colors.green("✓"),
    attention: colors.yellow("!"),
    wrong: colors.red("✗"),
    note: colors.dim("·"),
  };
  const add = (first: string, rest: string, text: string) => {
    const wrapped = Number.isFinite(room)
      ? wrapAnsi(text, Math.max(room - rest.length, 10), { hard: true })
      : text;
    lines.push(...wrapped.split("\n").map((line, index) => (index === 0 ? first : rest) + line));
  };
  const below = (text: string) => add(`${unit}  `, `${unit}  `, text);
  /** Belongs to the item above it, for the record. */
  const detail = (text: string) => below(colors.dim(text));
  /** Says how many more there are than are shown. */
  const others = (count: number, hint = "") => {
    if (count > 0) detail(`… and ${formatCount(count)} more${hint}.`);
  };
  return {
    /** Begins a section. */
    heading(title: string, about?: string): void {
      if (lines.length > 0) lines.push("");
      add("", "", about === undefined ? colors.bold(title) : `${colors.bold(title)}  ${about}`);
    },
    item(mark: Mark, text: string): void {
      marked.push(mark);
      add(`${unit}${marks[mark]} `, `${unit}  `, text);
    },
    /** Belongs to the item above it. */
    more: below,
    detail,
    others,
    /** Adds what to do about the item above it. */
    advice: (text: string) => add(`${unit}  ${colors.cyan("→")} `, `${unit}    `, text),
    /** Belongs to the item above it; shows the first so many, and says how many more there are. */
    table<Item>(
      items: readonly Item[],
      all: readonly (Column<Item> & { from?: number })[],
      most = items.length,
    ): void {
      const indent = `${unit}  `;
      const left = room - indent.length;
      const columnsShown = all.filter(({ from = 0 }) => left >= from);
      const style = { colors, ...(columns !== undefined && { columns: left }) };
      const text = tableOf(items.slice(0, most), columnsShown, style).trimEnd();
      lines.push(...text.split("\n").map((line) => indent + line));
      others(items.length - most);
    },
    /** The number of items with a mark. */
    marked: (mark: Mark) => marked.filter((one) => one === mark).length,
    text: () => lines.map((line) => `${line}\n`).join(""),
  };
}
