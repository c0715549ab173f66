import { numberOf, stringOf } from "../json.js";

// As most tools write it: such a time needs no parsing.
const exactTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** No agent is older: what is smaller is a duration, or seconds. */
const earliest = 946_684_800_000;

/**
 * A time as RFC 3339 in UTC with milliseconds: from that form, or from milliseconds since 1970 as a number
 * or in digits. A number that is too small for them is seconds. Undefined when the value is no time.
 */
export function utcTime(value: unknown): string | undefined {
  const text = stringOf(value);
  if (text === undefined) return timeOfNumber(numberOf(value));
  if (exactTime.test(text)) return text;
  if (/^\d{9,17}(\.\d{1,9})?$/.test(text)) return timeOfNumber(Number(text));
  return /^\d{4}-\d\d-\d\dT/.test(text) ? isoTime(new Date(text)) : undefined;
}

function timeOfNumber(value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  const milliseconds = value >= 1e9 && value < 1e11 ? value * 1000 : value;
  return milliseconds > earliest ? isoTime(new Date(milliseconds)) : undefined;
}

/** A date as RFC 3339 writes it; undefined for an invalid one, and after the year 9999. */
export function isoTime(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}

/**
 * The duration from one RFC 3339 time to a later one: "under a minute", "12 min", "2 h 5 min", "3 days".
 * Undefined where either is absent, or the second is not later.
 */
export function durationOf(start: string | undefined, end: string | undefined): string | undefined {
  const milliseconds = Date.parse(end ?? "") - Date.parse(start ?? "");
  if (!(milliseconds > 0)) return undefined;
  if (milliseconds < minute) return "under a minute";
  if (milliseconds >= 2 * day) return `${Math.round(milliseconds / day)} days`;
  const minutes = Math.floor((milliseconds % hour) / minute);
  const hours = Math.floor(milliseconds / hour);
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(" ");
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
