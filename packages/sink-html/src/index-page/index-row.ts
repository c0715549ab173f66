import type { IndexEntry } from "@chatexport/core";
import {
  clock,
  dayOf,
  daysOf,
  entryFacts,
  entryPrompt,
  type Row,
  relativeLink,
  stateWords,
  titleOf,
} from "@chatexport/document";
import { html, type Markup } from "../escape.js";
import { dayName, directionOf, isolated, projectValue } from "./index-words.js";

type Days = ReturnType<typeof daysOf>;

/** A session as a row of the list; a link within the page finds it by its anchor, a search by its number. */
export function rowOf(
  { entry, project, time }: Row,
  anchor: string | undefined,
  number: number | undefined,
): Markup {
  const title = titleOf(entry);
  const days = daysOf([entry]);
  const prompt = entryPrompt(entry);
  const id = anchor !== undefined && html` id="${anchor}"`;
  const numbered = number !== undefined && html` data-number="${number}"`;
  return html`<li class="session"${id}${numbered} data-project="${projectValue(project)}" data-source="${entry.source}"${daysAttributes(days)}>
${time !== undefined && timeOf(time)}<a href="${relativeLink(entry.href)}"${directionOf(title)}>${title}</a>
<p class="facts">${project !== undefined && html`<b>${isolated(project)}</b> `}${joined(factsOf(entry, days))}</p>
${prompt !== undefined && html`<p class="asked"${directionOf(prompt)}>“${prompt}”</p>\n`}</li>
`;
}

/** The first day of a session, and its last where that is another, for the filter. */
function daysAttributes(days: Days): Markup | false {
  if (days === undefined) return false;
  const { first, last } = days;
  return html` data-from="${first}"${last !== first && html` data-to="${last}"`}`;
}

function timeOf(time: string): Markup {
  const day = dayOf(time);
  const minute = clock(time, time);
  const clocked = minute !== undefined && html` <span>${minute}</span>`;
  return html`<time datetime="${time}">${dayName(day)}${clocked}</time>\n`;
}

function factsOf(entry: IndexEntry, days: Days): Markup[] {
  const { startedAt = "", state, earlier } = entry;
  const facts = entryFacts(entry).map(isolated);
  // The time of the row is that of its end.
  if (days !== undefined && days.first !== days.last && dayOf(startedAt) === days.first)
    facts.push(html`began ${days.first}`);
  if (earlier) for (const href of earlier) facts.push(earlierDocument(href));
  else if (state) facts.push(html`<em>${stateWords[state]}</em>`);
  return facts;
}

function earlierDocument(href: string): Markup {
  return html`<a href="${relativeLink(href)}">${stateWords.decayed}</a>`;
}

function joined(facts: readonly Markup[]): Markup[] {
  return facts.flatMap((fact, index) => (index > 0 ? [html` · `, fact] : [fact]));
}
