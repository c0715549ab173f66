import type { JsonObject } from "@chatexport/core";
import { numberOf, objectOf, utcTime } from "@chatexport/core/read";

export { utcTime as timeOf };

/**
 * The time when a bubble began: `startedAtMs` (3.19), `createdAt` (from September 2025 on), or one of the
 * instants of `timingInfo`, of which early versions wrote some as durations; at last `timestamp` (before
 * 0.45). The header knows it where the bubble does not.
 */
export function bubbleTime(bubble: JsonObject, header?: JsonObject): string | undefined {
  const timing = objectOf(bubble.timingInfo);
  return (
    utcTime(bubble.startedAtMs) ??
    utcTime(header?.startedAtMs) ??
    utcTime(bubble.createdAt) ??
    utcTime(header?.createdAt) ??
    utcTime(numberOf(timing?.clientRpcSendTime)) ??
    utcTime(numberOf(timing?.clientSettleTime)) ??
    utcTime(numberOf(timing?.clientEndTime)) ??
    utcTime(numberOf(timing?.clientStartTime)) ??
    utcTime(bubble.timestamp)
  );
}

/** The times when a bubble began, in each of the forms that it or its header names them. */
export function timesOf({ startedAtMs, createdAt }: JsonObject): string[] {
  return [startedAtMs, createdAt].flatMap((time) => utcTime(time) ?? []);
}

/** The earliest of some times, or undefined. */
export function earliestOf(times: readonly (string | undefined)[]): string | undefined {
  return sorted(times)[0];
}

/** The latest of some times, or undefined. */
export function latestOf(times: readonly (string | undefined)[]): string | undefined {
  return sorted(times).at(-1);
}

function sorted(times: readonly (string | undefined)[]): string[] {
  return times.filter((time) => time !== undefined).sort();
}
