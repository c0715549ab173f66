import { count } from "./text.js";

const offsets = new Map<string, Intl.DateTimeFormat>();

/** The formatter that says how far a time zone is from UTC; throws a RangeError for a name of none. */
export function offsetsOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    offsets.get(timeZone) ??
    new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  offsets.set(timeZone, known);
  return known;
}

/**
 * An RFC 3339 time as the clocks of a time zone show it, with its distance from UTC:
 * "2026-01-31T11:00:00+01:00". What is no time stays as it is.
 */
export function localTime(time: string, timezone: string): string {
  const moment = timezone === "UTC" ? Number.NaN : Date.parse(time);
  if (Number.isNaN(moment)) return time;
  const parts = offsetsOf(timezone).formatToParts(moment);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [offset = "", sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const distance = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const shown = new Date(moment + distance * 60_000).toISOString();
  return shown.replace(/(?:\.000)?Z$/, distance === 0 ? "Z" : offset);
}

/** The day of an RFC 3339 time where it was: "2025-11-01". */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/**
 * The minute of an RFC 3339 time where it was, with the day and the zone where they are other than
 * those of the time before: "2026-01-31 11:00 UTC+01:00".
 */
export function clock(time: string, previous?: string): string | undefined {
  const minute = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/.exec(time)?.[1];
  if (!minute) return undefined;
  const zone = zoneOf(time);
  const isSame = previous && dayOf(time) === dayOf(previous) && zone === zoneOf(previous);
  return isSame ? minute : `${dayOf(time)} ${minute} ${zone}`;
}

/** "UTC", "UTC+01:00" */
function zoneOf(time: string): string {
  return `UTC${/[+-]\d\d:\d\d$/.exec(time)?.[0] ?? ""}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long it was from one RFC 3339 time to a later one: "under a minute", "12 min", "2 h 5 min",
 * "3 days". Undefined where either is absent, or the second is not later.
 */
export function durationOf(start: string | undefined, end: string | undefined): string | undefined {
  const milliseconds = Date.parse(end ?? "") - Date.parse(start ?? "");
  if (!(milliseconds > 0)) return undefined;
  if (milliseconds < minute) return "under a minute";
  if (milliseconds >= 2 * day) return count(Math.round(milliseconds / day), "day");
  const minutes = Math.floor((milliseconds % hour) / minute);
  const hours = Math.floor(milliseconds / hour);
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(" ");
}
