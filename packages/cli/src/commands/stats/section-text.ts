import { safeLine } from "@chatexport/core";
import { padEnd, padStart, widest } from "@chatexport/sink-terminal/format";

/** A list of things that were counted, with a line for each. */
export interface Section {
  title: string;
  /** Titles of the numbers, of which the second is the measure. */
  columns: readonly [string, string, string];
  rows: readonly SectionRow[];
}

/** A line of a section. */
export interface SectionRow {
  /** Absent: it has none. */
  name: string | undefined;
  /** The length of its bar, against those of the other rows. */
  measure: number;
  /** The part of the measure that failed. */
  failed?: number;
  /** As they are printed, in the order of the columns; empty where nothing is known. */
  numbers: readonly [string, string, string];
}

/** The sections as text under one another, in the same columns. */
export function sectionsAsText(sections: readonly Section[]): string[] {
  const lines = sections.flatMap(({ columns, rows }) => [
    columns,
    ...rows.map((row) => row.numbers),
  ]);
  const numberWidths = [0, 1, 2].map((at) => widest(lines.map((line) => line[at] ?? "")));
  const nameWidth = widest(sections.flatMap(({ title, rows }) => [title, ...rows.map(nameOf)]));
  const lineOf = (name: string, numbers: readonly string[]) => {
    const padded = numberWidths.map((wide, at) => padStart(numbers[at] ?? "", wide));
    return `${[padEnd(name, nameWidth), ...padded].join("  ").trimEnd()}\n`;
  };
  return sections.map(({ title, columns, rows }) =>
    [lineOf(title, columns), ...rows.map((row) => lineOf(nameOf(row), row.numbers))].join(""),
  );
}

/** The name of a row as a harmless line. */
export function nameOf({ name }: SectionRow): string {
  return name === undefined ? "(not recorded)" : safeLine(name);
}
