import type { IndexContext, IndexEntry } from "@chatexport/core";
import { formatCount } from "@chatexport/core/read";
import { entriesIn } from "@chatexport/document";
import { html, type Markup } from "../escape.js";
import type { HtmlOptions } from "../options.js";
import { barMarkup, shellOf } from "../page.js";
import { headerOf, totalsOf } from "./index-header.js";
import { anchorGiver, type Month, monthsOf } from "./index-months.js";
import { rowOf } from "./index-row.js";
import { help, toolbarOf } from "./index-toolbar.js";
import { type SearchIndex, writeSearchIndex } from "./search-index.js";

// A browser skips a full list that is out of sight as a whole: the style sheet knows its height.
const chunkSize = 20;

/**
 * A page with all sessions of an archive, in pieces. Throws when the host aborts, so that no half is
 * taken for all.
 */
export async function* indexPage(
  entries: readonly IndexEntry[],
  { timezone }: Pick<Required<HtmlOptions>, "timezone">,
  context: IndexContext,
): AsyncGenerator<string> {
  const search = context.folder && (await writeSearchIndex(entries, context.folder));
  for (const { markup } of pageOf(entriesIn(timezone, entries), timezone, search)) {
    context.signal.throwIfAborted();
    yield markup;
  }
}

function* pageOf(
  entries: readonly IndexEntry[],
  timezone: string,
  search: SearchIndex | undefined,
): Generator<Markup> {
  const months = monthsOf(entries);
  const totals = totalsOf(entries);
  const { start, end } = shellOf({
    kind: "index",
    title: "Sessions",
    loadsScripts: search !== undefined,
  });
  yield html`${start}<a class="skip" href="#sessions">Skip to the sessions</a>
${barMarkup(toolbarOf(totals, search !== undefined))}<div class="layout">
${headerOf(totals, timezone)}${contentsOf(months)}${calendar}<main id="sessions"${search && html` data-words="${search.link}" data-shards="${search.shards}"`}>
`;
  yield* groupsOf(months, search?.numbers);
  yield html`</main>\n</div>\n${help}${end}`;
}

/** The place of the calendar, hidden until scripts fill it. */
const calendar = html`<aside class="about" aria-label="Calendar" hidden>
<details><summary>Calendar</summary><div id="calendar"></div></details>
</aside>
`;

function* groupsOf(
  months: readonly Month[],
  numbers: SearchIndex["numbers"] | undefined,
): Generator<Markup> {
  const anchorFor = anchorGiver(months.map(({ anchor }) => anchor));
  for (const { anchor, title, rows } of months) {
    yield html`<section class="group" aria-labelledby="${anchor}">\n<h2 id="${anchor}">${title}</h2>\n`;
    for (const chunk of chunksOf(rows, chunkSize)) {
      const items = chunk.map((row) =>
        rowOf(row, anchorFor(row.entry.id), numbers?.get(row.entry.href)),
      );
      const isFull = chunk.length === chunkSize && html` class="full"`;
      yield html`<ul role="list"${isFull}>\n${items}</ul>\n`;
    }
    yield html`</section>\n`;
  }
}

/** Links to the months, where there is more than one. */
function contentsOf(months: readonly Month[]): Markup | false {
  if (months.length < 2) return false;
  const items = months.map(
    ({ anchor, title, rows }) =>
      html`<li><a href="#${anchor}"><span>${title}</span> <span class="number">${formatCount(rows.length)}</span></a></li>\n`,
  );
  return html`<nav class="contents" aria-label="Months">
<details><summary>Months</summary><ol>
${items}</ol></details>
</nav>
`;
}

/** Splits a list into pieces of a size; the last can be smaller. */
function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
