import { compareStrings, type IndexEntry } from "@chatexport/core";
import { countEach, formatCount, plural } from "@chatexport/core/read";
import { daysOf, oneLine, rowsOf, toolOf } from "@chatexport/document";
import { type Content, html, type Markup } from "../escape.js";
import { isolated } from "./index-words.js";

/** The head of the page: the number of sessions and projects, the days, the sources, in one line. */
export function headerOf(totals: Totals, timezone: string): Markup {
  const facts = [...factsOf(totals, timezone)].map(
    (fact, index) => html`${index > 0 && " · "}<span>${fact}</span>`,
  );
  return html`<section class="page-header" aria-label="Archive">
<h1>Sessions</h1>
<p class="summary">${facts}</p>
</section>
`;
}

function* factsOf(
  { sessions, projects, sources, days }: Totals,
  timezone: string,
): Generator<Content> {
  const named = [...projects.keys()].filter((project) => project !== undefined);
  yield plural(sessions, "session");
  if (named.length > 0) yield plural(named.length, "project");
  if (days !== undefined) yield html`${daysMarkup(days)} in ${timezone}`;
  for (const [source, number] of sources)
    yield html`${isolated(oneLine(toolOf(source)))} ${formatCount(number)}`;
}

function daysMarkup({ first, last }: { first: string; last: string }): Markup {
  const until = last !== first && html` to <time datetime="${last}">${last}</time>`;
  return html`<time datetime="${first}">${first}</time>${until}`;
}

/** The totals of an archive: for the head of the page and the choices of its filter. */
export interface Totals {
  sessions: number;
  days: { first: string; last: string } | undefined;
  /** Number of sessions of each project by its name, in order; that of none comes last. */
  projects: ReadonlyMap<string | undefined, number>;
  /** Number of sessions of each source by its name, in order. */
  sources: ReadonlyMap<string, number>;
}

/** Counts the sessions. */
export function totalsOf(entries: readonly IndexEntry[]): Totals {
  return {
    sessions: entries.length,
    days: daysOf(entries),
    projects: countEach(rowsOf(entries).map(({ project }) => project)),
    sources: countEach(entries.map(({ source }) => source).sort(compareStrings)),
  };
}
