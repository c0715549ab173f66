import { compareStrings, type IndexEntry } from "@chatexport/core";
import { countEach, formatCount, plural } from "@chatexport/core/read";
import { daysOf, oneLine, rowsOf, toolOf } from "@chatexport/document";
import { html, type Markup } from "../escape.js";
import { isolated } from "./index-words.js";

/**
 * The head of the page: the number of sessions and projects, the days, the sources, in one line. The page
 * itself counts them anew where it shows less.
 */
export function headerOf(totals: Totals, timezone: string): Markup {
  const facts = [...factsOf(totals, timezone)].map(
    (fact, index) => html`${index > 0 && " · "}${fact}`,
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
): Generator<Markup> {
  const named = [...projects.keys()].filter((project) => project !== undefined);
  yield html`<span data-count="session">${plural(sessions, "session")}</span>`;
  if (named.length > 0)
    yield html`<span data-count="project">${plural(named.length, "project")}</span>`;
  if (days !== undefined)
    yield html`<span data-count="day" data-zone="${timezone}">${daysMarkup(days)} in ${timezone}</span>`;
  for (const [source, number] of sources)
    yield html`<span data-count="source" data-source="${source}">${isolated(oneLine(toolOf(source)))} <span class="number">${formatCount(number)}</span></span>`;
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
