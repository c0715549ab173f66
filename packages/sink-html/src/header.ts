import type { Session } from "@chatexport/core";
import { isWholePrompt, localTime } from "@chatexport/core/read";
import {
  clock,
  type DocumentOptions,
  hiddenAdditions,
  marksIn,
  outcomeOf,
  type PromptEntry,
  parentOf,
  titleOf,
} from "@chatexport/document";
import { html, type Markup } from "./escape.js";
import { type PageContext, timeMarkup } from "./turn.js";
import { wordsMarkup } from "./words.js";

/** The head of a page: a link to the index, the title, what came of the session, the parent session. */
export function headerMarkup(
  session: Session,
  settings: Required<DocumentOptions>,
  [first]: readonly PromptEntry[],
  page: PageContext,
): Markup {
  const { index } = page;
  const { parent } = session;
  const title = titleOf(session);
  const back =
    index !== undefined && html`<p class="back"><a href="${index}">All sessions</a></p>\n`;
  // The first prompt, which follows, should not be read twice.
  const isPrompt = first?.line !== undefined && isWholePrompt(title, first.line);
  const origin = parent && html`<p class="remark">${wordsMarkup(parentOf(parent), page)}</p>\n`;
  return html`<section class="page-header" aria-label="Session">
${back}<h1${isPrompt && html` class="asked"`}>${title}</h1>
${summaryMarkup(session, settings)}${origin}</section>
`;
}

/** The duration, the amount that was asked, done and changed, and what the page does not show, in one line. */
function summaryMarkup(session: Session, settings: Required<DocumentOptions>): Markup | false {
  const addresses = new Map(marksIn(session).map(({ words, url }) => [words, url]));
  const outcome = outcomeOf(session).map((fact) => linked(coloured(fact), addresses.get(fact)));
  const hidden = hiddenAdditions(session, settings)?.words;
  const facts = hidden === undefined ? outcome : [...outcome, hidden];
  if (facts.length === 0) return false;
  const items = facts.map((fact, index) => html`${index > 0 && " · "}<span>${fact}</span>`);
  return html`<p class="summary">${items}</p>\n`;
}

function linked(words: Markup[], url: string | undefined): Markup | Markup[] {
  return url === undefined ? words : html`<a href="${url}">${words}</a>`;
}

/** A fact in which the number of lines added and removed, and what failed, have their colours. */
function coloured(fact: string): Markup[] {
  return fact.split(/(\+[\d,]+|−[\d,]+|\b\d+ failed)/).map((piece, index) => {
    if (index % 2 === 0) return html`${piece}`;
    return piece.startsWith("+") ? html`<ins>${piece}</ins>` : html`<del>${piece}</del>`;
  });
}

/** A time with its day, if it is one. */
export function timeOf(time: string | undefined, timezone: string): Markup | undefined {
  const words = time === undefined ? undefined : clock(localTime(time, timezone));
  return words === undefined ? undefined : timeMarkup(time, words);
}

/** Links to the prompts of a conversation that has more than one. */
export function contentsMarkup(prompts: readonly PromptEntry[]): Markup | undefined {
  if (prompts.length < 2) return undefined;
  const items = prompts.map(
    ({ number, anchor, line }) =>
      html`<li><a href="#${anchor}"><span class="number">${number}</span> <span>${line ?? "Without words"}</span></a></li>\n`,
  );
  return html`<nav class="contents" aria-label="Prompts">
<details><summary>Prompts</summary><ol>
${items}</ol></details>
</nav>
`;
}
