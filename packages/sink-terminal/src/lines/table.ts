import { safeLine } from "@chatexport/core";
import { fit, fitWords, padEnd, padStart, widest } from "./fit.js";

/** A role that the terminal colours. */
export type Color = "dim" | "yellow" | "cyan" | "bold";

/** The style of a table. */
export interface TableStyle {
  /** Paints a text in each of the colours; without colour, gives it back. */
  colors: Readonly<Record<Color, (text: string) => string>>;
  /** Columns of the terminal; without one nothing is cut. */
  columns?: number;
}

/** A column of a table; the last one takes the room that is left. */
export interface Column<Item> {
  title: string;
  /** Of all its cells, or of each. */
  color?: Color | ((item: Item) => Color | undefined);
  /** The text of its cell for an item. */
  text(item: Item): string;
  /** Further texts of a last cell, each dim behind it where all of it fits. */
  more?(item: Item): readonly string[];
  align?: "right";
  /** The largest share of the line that it may take. */
  share?: number;
  /** Left out where the last column has too little room; of several the one with the highest number goes first. */
  spare?: number;
}

const gap = "  ";
const separator = " · ";
/** Columns of the terminal. */
const shortest = { cell: 8, comfortableRest: 24 };

/**
 * Items as a table with a line for each; their texts are made harmless. Without a terminal there is
 * no header.
 */
export function tableOf<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  { columns: room, colors }: TableStyle,
): string {
  const all = columns.map((column) => measured(column, items, room));
  const shown = room === undefined ? all : fitting(all, room);
  const lines = items.map((item, index) =>
    lineOf(shown, ({ column, cells, width }) => {
      const color = typeof column.color === "function" ? column.color(item) : column.color;
      const text = cells[index] ?? "";
      const left = (room === undefined ? Number.POSITIVE_INFINITY : width) - widest([text]);
      const tail = thatFit(column.more?.(item) ?? [], left);
      return { text, paint: color && colors[color], tail: tail && colors.dim(tail) };
    }),
  );
  if (room !== undefined)
    lines.unshift(
      lineOf(shown, ({ column }) => ({ text: column.title, paint: colors.dim, tail: "" })),
    );
  return lines.map((line) => `${line}\n`).join("");
}

/** The first texts that fit into so many columns, each behind a separator. */
function thatFit(texts: readonly string[], room: number): string {
  let fitting = "";
  for (const text of texts.map(safeLine)) {
    const longer = fitting + separator + text;
    if (widest([longer]) > room) break;
    fitting = longer;
  }
  return fitting;
}

/** A column with its texts and how wide it is. */
interface Measured<Item> {
  column: Column<Item>;
  cells: string[];
  width: number;
}

function measured<Item>(
  column: Column<Item>,
  items: readonly Item[],
  room: number | undefined,
): Measured<Item> {
  const cells = items.map((item) => safeLine(column.text(item)));
  const title = room === undefined ? 0 : column.title.length;
  const needed = Math.max(widest(cells), title);
  const most = Math.floor((room ?? Number.POSITIVE_INFINITY) * (column.share ?? 1));
  return { column, cells, width: Math.min(needed, most) };
}

/** The columns for which there is room, the last one with all that is left. */
function fitting<Item>(all: readonly Measured<Item>[], room: number): Measured<Item>[] {
  const last = all.at(-1);
  if (!last) return [];
  let others = all.slice(0, -1);
  const rest = () => others.reduce((left, column) => left - column.width - gap.length, room);
  const wanted = Math.min(last.width, shortest.comfortableRest);
  for (const spare of others.filter(isSpare).sort(mostSpareFirst))
    if (rest() < wanted) others = others.filter((column) => column !== spare);
  for (const wide of others.filter(isText).sort((a, b) => b.width - a.width)) {
    const lack = Math.min(last.width, shortest.cell) - rest();
    const narrower = { ...wide, width: Math.max(wide.width - lack, shortest.cell) };
    if (lack > 0 && narrower.width < wide.width)
      others = others.map((column) => (column === wide ? narrower : column));
  }
  return [...others, { ...last, width: Math.max(rest(), 1) }];
}

function isSpare<Item>({ column }: Measured<Item>): boolean {
  return column.spare !== undefined;
}

function mostSpareFirst<Item>({ column: a }: Measured<Item>, { column: b }: Measured<Item>) {
  return (b.spare ?? 0) - (a.spare ?? 0);
}

/** True when a column may be cut: a number of which a part is missing is another number. */
function isText<Item>({ column }: Measured<Item>): boolean {
  return column.align !== "right";
}

function lineOf<Item>(
  columns: readonly Measured<Item>[],
  cellOf: (column: Measured<Item>) => {
    text: string;
    paint: ((text: string) => string) | undefined;
    tail: string;
  },
): string {
  const cells = columns.map((measured, index) => {
    const cell = cellOf(measured);
    const isLast = index === columns.length - 1;
    const text = (isLast ? fitWords : fit)(cell.text, measured.width);
    const painted = cell.paint && text !== "" ? cell.paint(text) : text;
    if (isLast) return painted + cell.tail;
    return measured.column.align === "right"
      ? padStart(painted, measured.width)
      : padEnd(painted, measured.width);
  });
  return cells.join(gap);
}
