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
