import type { Ending } from "./exporter.js";
import type { Outcome } from "./judge.js";
import { kinds } from "./kinds.js";
import type { Counts, Report } from "./measure.js";

const letters = { lost: "l", said: "s", order: "o", role: "r", mixed: "m" } as const;
const legend = `l lost without a word · s lost, and said so · o out of order · r under another role
m mixed into a conversation that it is no part of
Texts that were taken back or injected are right where they are left out, or kept apart.`;
const sentences: Record<Ending, string> = {
  done: "ended",
  failed: "failed",
  "out of time": "was ended after its time",
  "wrote nothing": "wrote nothing",
};

/** A report as a table for a terminal: a row for each kind of text, a column for each tool. */
export function table(report: Report): string {
  const found = new Set(report.flatMap((each) => Object.keys(each.kinds)));
  const names = [...new Set([...Object.keys(kinds), ...found])].filter((name) => found.has(name));
  const rows = [
    ["", ...report.map(({ tool }) => tool)],
    ...names.map((name) => [name, ...report.map((each) => cellOf(each.kinds[name]))]),
    ["all", ...report.map((each) => cellOf(each.all))],
  ];
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column) + 2))
      .join("")
      .trimEnd(),
  );
  const notes = report
    .filter(({ ending }) => ending !== "done")
    .map(({ tool, ending }) => `${tool}: the exporter ${sentences[ending]}.`);
  return [...lines, "", legend, ...notes].join("\n");
}

/** The number of all that are kept, and with their letters of those that are not: `3/5 2l`. */
function cellOf(counts: Counts | undefined): string {
  if (!counts) return "";
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const others = (Object.keys(letters) as Exclude<Outcome, "kept">[])
    .filter((outcome) => counts[outcome])
    .map((outcome) => `${counts[outcome]}${letters[outcome]}`);
  return [`${counts.kept ?? 0}/${all}`, ...others].join(" ");
}
