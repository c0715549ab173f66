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
    (timing && (instant(timing.clientRpcSendTime) ?? instant(timing.clientSettleTime))) ??
    (timing && (instant(timing.clientEndTime) ?? instant(timing.clientStartTime))) ??
    utcTime(bubble.timestamp)
  );
}

function instant(value: unknown): string | undefined {
  return utcTime(numberOf(value));
}

/** The earliest of some times, or undefined. */
export function earliestOf(times: readonly (string | undefined)[]): string | undefined {
  return times.reduce(
    (first, time) => (time && (!first || time < first) ? time : first),
    undefined,
  );
}

/** The latest of some times, or undefined. */
export function latestOf(times: readonly (string | undefined)[]): string | undefined {
  return times.reduce((last, time) => (time && (!last || time > last) ? time : last), undefined);
}
