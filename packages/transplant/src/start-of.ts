import type { Session } from "@chatexport/core";

/** The time when a session began; now, when nothing says so. */
export function startOf({ startedAt, messages }: Session): Date {
  const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)];
  const dates = times.map((time) => new Date(time ?? ""));
  return dates.find((date) => !Number.isNaN(date.getTime())) ?? new Date();
}
