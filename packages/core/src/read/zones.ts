import { getOrAdd } from "./lists.js";

const minute = 60_000;

/** A time zone: how to ask for its distance from UTC, and the answers until now. */
interface Zone {
  format: Intl.DateTimeFormat;
  /** In minutes, by quarters of an hour since 1970: since 2012, clocks change at no other time. */
  distances: Map<number, number>;
}

const zones = new Map<string, Zone>();

/**
 * The number of minutes that the clocks of a time zone are ahead of UTC at a moment; throws a RangeError
 * for a name of none.
 */
export function minutesAhead(moment: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const { format, distances } = getOrAdd(zones, timeZone, () => ({
    format: new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }),
    distances: new Map<number, number>(),
  }));
  return getOrAdd(distances, Math.floor(moment / (15 * minute)), () => {
    const parts = format.formatToParts(moment);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  });
}

/**
 * An RFC 3339 time as the clocks of a time zone show it, with its distance from UTC:
 * "2026-01-31T11:00:00+01:00". What is no time stays as it is.
 */
export function localTime(time: string, timezone: string): string {
  const moment = timezone === "UTC" ? Number.NaN : Date.parse(time);
  if (Number.isNaN(moment)) return time;
  const ahead = minutesAhead(moment, timezone);
  const shown = new Date(moment + ahead * minute).toISOString();
  return shown.replace(/(?:\.000)?Z$/, offsetOf(ahead));
}

/** "Z", "+01:00" */
function offsetOf(ahead: number): string {
  if (ahead === 0) return "Z";
  const distance = Math.abs(ahead);
  const [hours, minutes] = [Math.floor(distance / 60), distance % 60].map((number) =>
    String(number).padStart(2, "0"),
  );
  return `${ahead < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** The day that the calendars of a time zone show at a moment: "2026-01-31". */
export function dayIn(timezone: string, moment: number): string {
  return new Date(moment + minutesAhead(moment, timezone) * minute).toISOString().slice(0, 10);
}
