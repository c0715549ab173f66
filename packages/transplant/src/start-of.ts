import type { Session } from "@chatexport/core";

/** A session of which nothing tells the time begins now, and at the same time each time that it is read. */
const now = new Date();

/** The time when a session began. */
export function startOf({ startedAt, messages }: Session): Date {
  const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)];
  const dates = times.map((time) => new Date(time ?? ""));
  return dates.find((date) => !Number.isNaN(date.getTime())) ?? now;
}
