import { compareStrings, type IndexEntry } from "@chatexport/core";
import { anchorOf, type Row, rowsOf, runsBy } from "@chatexport/document";
import { monthName } from "./index-words.js";

/** The sessions of a month, or those without a time. */
export interface Month {
  /** The id of its heading. */
  anchor: string;
  title: string;
  rows: Row[];
}

/**
 * The sessions as this page shows them: what happened last comes first, whatever the project. Who
 * looks for a session remembers when it was, and the filter leaves the sessions of one project.
 */
export function monthsOf(entries: readonly IndexEntry[]): Month[] {
  const rows = rowsOf(entries).sort((a, b) => compareStrings(b.time ?? "", a.time ?? ""));
  const runs = runsBy(rows, ({ time }) => time?.slice(0, "2026-11".length));
  return runs.map(({ key, items }) => ({
    anchor: `month-${key ?? "none"}`,
    title: key === undefined ? "No date" : monthName(key),
    rows: items,
  }));
}

// The ids of the parts of the page itself.
const own = [
  "help",
  "help-title",
  "filter",
  "fields",
  "project",
  "source",
  "since",
  "until",
  "sessions",
  "group",
  "calendar",
];

/**
 * Gives each session the id of its row, each id once: where two sources use the same session id, the
 * second row has none, because a browser finds only the first.
 */
export function anchorGiver(months: Iterable<string>): (id: string) => string | undefined {
  const taken = new Set(["", ...own, ...months]);
  return (id) => {
    const anchor = anchorOf(id);
    if (taken.has(anchor)) return undefined;
    taken.add(anchor);
    return anchor;
  };
}
