import { stringOf } from "../json.js";

// As most tools write it: such a time needs no parsing.
const exactTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A time as RFC 3339 in UTC with milliseconds, or undefined when the record has none. */
export function utcTime(value: unknown): string | undefined {
  const text = stringOf(value);
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  if (exactTime.test(text)) return text;
  return isoTime(new Date(text));
}

/** A date as RFC 3339 writes it, which has no years after 9999; undefined for what is no time. */
export function isoTime(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}
