import type { Message } from "@chatexport/core";

/** A span of time, in milliseconds since 1970; both ends belong to it. */
export interface TimeSpan {
  since?: number;
  until?: number;
}

/** Whether a moment lies in a span. */
export function isWithin(moment: number, { since, until }: TimeSpan): boolean {
  return (since === undefined || moment >= since) && (until === undefined || moment <= until);
}

/** Whether a span has an end. */
export function isLimited({ since, until }: TimeSpan): boolean {
  return since !== undefined || until !== undefined;
}

/** When a message was written, in milliseconds since 1970, as far as that is known. */
export function momentOf({ createdAt }: Message): number | undefined {
  if (createdAt === undefined) return undefined;
  const moment = Date.parse(createdAt);
  return moment >= 0 && moment < year10000 ? moment : undefined;
}

// Later years do not have four digits.
const year10000 = Date.UTC(10_000, 0);
