import { fragmentOf, type Line } from "@chatexport/document";
import type { PhrasingContent } from "mdast";
import { inlineCodeMarkup } from "./code.js";
import { html, type Markup } from "./escape.js";

/** The sessions that the page can link to. */
export interface Sessions {
  /** Link to the index through which other sessions are reached, where there is one. */
  index: string | undefined;
  /** Ids of the sessions that are in the page. */
  contained: ReadonlySet<string>;
}

/** Words in a line. */
export function wordsMarkup(words: readonly PhrasingContent[], sessions: Sessions): Markup {
  return html`${words.map((word) => wordMarkup(word, sessions))}`;
}

/** The line of a fold or a call: the tool, its subject, its outcome. */
export function lineMarkup({ lead, tool, code, words, outcome }: Line): Markup {
  const subject = code ? html` ${inlineCodeMarkup(code)}` : words && html` <span>${words}</span>`;
  const title = tool !== undefined && html` title="${tool}"`;
  return html`<b${title}>${lead}</b>${subject}${outcome && html` <small>${changesMarkup(outcome)}</small>`}`;
}

/** The numbers of lines that an edit added and removed, each in its colour; any other outcome as it is. */
function changesMarkup(outcome: string): Markup {
  const [, added, removed] = /^\+(\d+) −(\d+)$/.exec(outcome) ?? [];
  if (added === undefined || removed === undefined) return html`${outcome}`;
  return html`${added !== "0" && html`<ins>+${added}</ins>`}${added !== "0" && removed !== "0" && " "}${removed !== "0" && html`<del>−${removed}</del>`}`;
}

function wordMarkup(word: PhrasingContent, sessions: Sessions): Markup {
  switch (word.type) {
    case "inlineCode":
      return inlineCodeMarkup(word.value);
    case "strong":
      return html`<strong>${wordsMarkup(word.children, sessions)}</strong>`;
    case "session":
      return sessionMarkup(word.value, sessions);
    default:
      return html`${"value" in word && word.value}`;
  }
}

/** The id of a session, which leads to it through the index where that is possible. */
function sessionMarkup(id: string, { index, contained }: Sessions): Markup {
  const name = inlineCodeMarkup(id);
  if (index === undefined || contained.has(id)) return name;
  return html`<a href="${index}#${fragmentOf(id)}">${name}</a>`;
}

/** The box before something that is to be done or chosen. */
export function boxMarkup(isChecked: boolean): Markup {
  return isChecked
    ? html`<span class="box" role="img" aria-label="done">☑</span>`
    : html`<span class="box" role="img" aria-label="open">☐</span>`;
}
