import type { IndexEntry } from "@chatexport/core";
import { type Row, rowsOf, runsBy } from "@chatexport/document";
import GithubSlugger from "github-slugger";

/** A project with more sessions than this has a heading for each month. */
const mostWithoutMonths = 20;

/** The headings of an index and the entries below them. */
export interface Outline {
  title: string;
  sections: Section[];
}

/** The sessions of a project, or those of none. */
export interface Section {
  title: string;
  isProject: boolean;
  /** Under what name a link finds the heading; empty when none can. */
  slug: string;
  /** Number of sessions. */
  size: number;
  months: Month[];
}

/** The sessions of a month, or of all months where there is no title. */
interface Month {
  title?: string;
  rows: Row[];
}

/** The outline of an index, in the order in which it is read. */
export function outlineOf(entries: readonly IndexEntry[]): Outline {
  const title = "Sessions";
  // All headings have to pass it in their order, for the second of a name gets a number.
  const slugger = new GithubSlugger();
  slugger.slug(title);
  const sections: Section[] = [];
  for (const { key, items } of runsBy(rowsOf(entries), ({ project }) => project)) {
    const title = key ?? "No project";
    const slug = slugger.slug(title);
    const months = monthsOf(items);
    for (const month of months) if (month.title !== undefined) slugger.slug(month.title);
    sections.push({ title, isProject: key !== undefined, slug, size: items.length, months });
  }
  return { title, sections };
}

function monthsOf(rows: Row[]): Month[] {
  if (rows.length <= mostWithoutMonths) return [{ rows }];
  const months = runsBy(rows, ({ time }) => time?.slice(0, "2026-11".length));
  return months.map(({ key, items }) => ({ title: key ?? "No date", rows: items }));
}
