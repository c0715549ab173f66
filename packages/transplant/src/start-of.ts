import type { Session } from "@chatexport/core";

/** The start of a session without times: the same whenever it is planned. */
const now = new Date();

/** The time when a session began. */
export function startOf({ startedAt, messages }: Session): Date {
  const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)];
  const dates = times.map((time) => new Date(time ?? ""));
  return dates.find((date) => !Number.isNaN(date.getTime())) ?? now;
}
