const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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
