import type { Session } from "@chatexport/core";
import {
  clock,
  localTime,
  oneLine,
  type PromptEntry,
  parentOf,
  summaryOf,
  titleOf,
} from "@chatexport/document";
import { inlineCodeMarkup } from "./code.js";
import { type Content, html, type Markup } from "./escape.js";
import { type PageContext, timeMarkup } from "./turn.js";
import { wordsMarkup } from "./words.js";

/** The head of a page: a link to the index, the title, facts, and the parent session. */
export function headerMarkup(session: Session, page: PageContext): Markup {
  const { index, timezone } = page;
  const { parent } = session;
  const back =
    index !== undefined && html`<p class="back"><a href="${index}">All sessions</a></p>\n`;
  const origin = parent && html`<p class="remark">${wordsMarkup(parentOf(parent), page)}</p>\n`;
  return html`<a class="skip" href="#conversation">Skip to the conversation</a>
<header class="page-header">
${back}<h1>${titleOf(session)}</h1>
${factsMarkup(session, timezone)}${origin}</header>
`;
}

/** The facts about a session as a list of names and values. */
function factsMarkup(session: Session, timezone: string): Markup {
  const facts = [...factsOf(session, timezone)].filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const items = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`);
  return html`<dl class="facts">\n${items}</dl>\n`;
}

function* factsOf(session: Session, timezone: string): Generator<[string, Content]> {
  const { source, project, cwd, git, model } = session;
  yield ["Source", line(source)];
  yield ["Project", line(project?.name)];
  yield ["Folder", code(cwd)];
  yield ["Branch", code(git?.branch)];
  yield ["Model", line(model)];
  yield ["Time", timesOf(session, timezone)];
  yield ["Summary", summaryOf(session).join(" · ")];
}

function timesOf({ startedAt, updatedAt }: Session, timezone: string): Content {
  const [start, end] = [timeOf(startedAt, timezone), timeOf(updatedAt, timezone)];
  if (!start || !end || start.markup === end.markup) return start ?? end;
  return html`${start} – ${end}`;
}

function timeOf(time: string | undefined, timezone: string): Markup | undefined {
  const words = time === undefined ? undefined : clock(localTime(time, timezone));
  return words === undefined ? undefined : timeMarkup(time, words);
}

function code(text: string | undefined): Markup | undefined {
  const words = line(text);
  return words ? inlineCodeMarkup(words) : undefined;
}

function line(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text, 200);
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
