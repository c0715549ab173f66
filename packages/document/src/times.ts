import { count } from "./text.js";

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
