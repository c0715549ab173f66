import type { Message } from "@chatexport/core";
import { durationOf, localTime } from "@chatexport/core/read";
import { clock, type Turn } from "@chatexport/document";
import { html, type Markup } from "./escape.js";
import type { Forks } from "./forks.js";
import type { Element } from "./open-elements.js";
import type { Sessions } from "./words.js";

/** The state of a page while its blocks are written. */
export interface PageContext extends Sessions {
  forks: Forks;
  /** The number of turns that have a heading so far, so that each has a name of its own. */
  headings: { count: number };
  /** The time that was shown last. */
  clock: { shown: string | undefined };
  /** The time when the first prompt was written, and that of the one that is answered. */
  asked: { first: string | undefined; last: string | undefined };
  /** Images so far: in all, and at a place ("of prompt 2"). */
  images: { all: number; here: number; prompt: number | undefined; place: string };
  timezone: string;
}

/** A turn, which begins with who speaks, and when or with which model. */
export function turnElement(block: Turn, page: PageContext): Element {
  const { role, isNested } = block;
  if (block.time !== undefined) sawTime(block.message, page);
  if (role === "prompt") page.asked.last = block.message.createdAt;
  if (!isNested) page.asked.first ??= page.asked.last;
  if (!isNested) placeImages(block, page);
  const id = isNested ? undefined : `turn-${++page.headings.count}`;
  const named = id !== undefined && html` aria-labelledby="${id}"`;
  const header = html`<header>${speakerMarkup(block, id)}${rest(block)}${tookMarkup(block, page)}</header>\n`;
  return {
    start: html`<article class="turn ${role}"${named}>\n${header}`,
    again: html`<article class="turn ${role} continued"${named}>\n`,
    end: html`</article>\n`,
  };
}

/** Images of a prompt count by themselves, and those that come after it until the next. */
function placeImages({ role, number }: Turn, { images }: PageContext): void {
  if (role === "prompt") images.prompt = number;
  const where = role === "prompt" ? "of" : "after";
  const place = images.prompt === undefined ? "" : ` ${where} prompt ${images.prompt}`;
  if (place !== images.place) images.here = 0;
  images.place = place;
}

function speakerMarkup(block: Turn, id: string | undefined): Markup {
  const speaker = speakerOf(block);
  if (id === undefined) return html`<p class="speaker">${speaker}</p>`;
  return html`<h2 id="${id}">${speaker}</h2>`;
}

function speakerOf({ number, speaker, isNested }: Turn): Markup {
  const isNumbered = number !== undefined && !isNested;
  return html`${isNumbered && html`<span class="number">${number}</span> `}${speaker}`;
}

function rest({ time, model, message }: Turn): Markup {
  return html`${time !== undefined && html` ${timeMarkup(message.createdAt, time)}`}${
    model !== undefined && html` <span class="model">${model}</span>`
  }`;
}

/** The duration of an answer, from its prompt to its last message; for a prompt, its time into the session. */
function tookMarkup(block: Turn, { asked }: PageContext): Markup | undefined {
  const { role, isNested, children } = block;
  if (role === "prompt") {
    const since = isNested ? undefined : elapsed(asked.first, asked.last);
    return since === undefined ? undefined : html` <span class="took">${since} in</span>`;
  }
  const last = children.findLast((child) => child.type === "message");
  const took = last && elapsed(asked.last, last.message.createdAt);
  return took === undefined ? undefined : html` <span class="took">took ${took}</span>`;
}

/** "42 s", "2 h 5 min" */
function elapsed(start: string | undefined, end: string | undefined): string | undefined {
  const seconds = Math.round((Date.parse(end ?? "") - Date.parse(start ?? "")) / 1000);
  return seconds > 0 && seconds < 60 ? `${seconds} s` : durationOf(start, end);
}

/** A time with the words for it. */
export function timeMarkup(time: string | undefined, words: string): Markup {
  if (time === undefined || !isTime(time)) return html`${words}`;
  return html`<time datetime="${time}">${words}</time>`;
}

/** The time when a message was written, to the minute and with the day, where that is new. */
export function clockMarkup(
  { createdAt }: Message,
  { clock: state, timezone }: PageContext,
): Markup | undefined {
  if (createdAt === undefined) return undefined;
  const time = localTime(createdAt, timezone);
  const previous = state.shown;
  const words = clock(time, previous);
  if (words === undefined || (previous && clock(time) === clock(previous))) return undefined;
  state.shown = time;
  return html` ${timeMarkup(createdAt, words)}`;
}

/** Remembers the time of a turn, which needs not be shown again. */
function sawTime({ createdAt = "" }: Message, { clock: state, timezone }: PageContext): void {
  const time = localTime(createdAt, timezone);
  if (clock(time) !== undefined) state.shown = time;
}

function isTime(time: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/.test(time);
}
