import { html, type Markup } from "../escape.js";

// Nothing of ASCII is written from right to left, and most texts are nothing else.
const leftToRight = /^[\x20-\x7e]*$/;

/** The attribute for an element whose text decides in which direction it is read. */
export function directionOf(text: string): Markup | false {
  return !leftToRight.test(text) && html` dir="auto"`;
}

/** An untrusted text that cannot change the direction of the text around it. */
export function isolated(text: string): Markup {
  return leftToRight.test(text) ? html`${text}` : html`<bdi>${text}</bdi>`;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** A month, `2026-11`, as people write it: "November 2026". One that no calendar has stays as it is. */
export function monthName(month: string): string {
  const name = months[Number(month.slice(5)) - 1];
  return name === undefined ? month : `${name} ${month.slice(0, 4)}`;
}

/** A day, `2026-11-21`, as people write it: "Sat 21 Nov". One that no calendar has stays as it is. */
export function dayName(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  // The same in every locale: "Sat, 21 Nov 2026 00:00:00 GMT".
  const [weekday = "", ...rest] = date.toUTCString().split(/,? /);
  return [weekday, ...rest.slice(0, 2)].join(" ");
}

/**
 * A project as the filter compares it. Sessions without one have a value too, which is no project's:
 * names begin and end with something to read, and the empty value asks for all sessions.
 */
export function projectValue(project: string | undefined): string {
  return project ?? " ";
}
