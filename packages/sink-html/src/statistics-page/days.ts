/** In milliseconds. */
export const dayLength = 24 * 60 * 60 * 1000;

/** "2026-01-31", in UTC. */
export function dayName(time: number): string {
  return new Date(time).toISOString().slice(0, "2026-01-31".length);
}

/** The number of days since Monday, with which weeks begin. */
export function weekdayOf(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7;
}
