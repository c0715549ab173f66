import type { JsonObject } from "@chatexport/core";
import { isoTime, numberOf, objectOf, stringOf } from "@chatexport/core/read";

/** Nothing of Cursor is older: what is smaller is a duration, or seconds. */
const earliest = 946_684_800_000;
/** One millisecond past the year 9999, the last that RFC 3339 can write. */
const latest = 253_402_300_800_000;

/** A time as RFC 3339 in UTC, from milliseconds, seconds, digits in a string or ISO form; not from zero. */
export function timeOf(value: unknown): string | undefined {
  const text = stringOf(value);
  if (text === undefined) return timeOfNumber(numberOf(value));
  if (/^\d{9,17}(\.\d{1,9})?$/.test(text)) return timeOfNumber(Number(text));
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  if (text.length === 24 && text.endsWith("Z"))
    return Number.isNaN(Date.parse(text)) ? undefined : text;
  return isoTime(new Date(text));
}

function timeOfNumber(value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  const milliseconds = value >= 1e9 && value < 1e11 ? value * 1000 : value;
  return milliseconds > earliest && milliseconds < latest
    ? new Date(milliseconds).toISOString()
    : undefined;
}

/**
 * When a bubble began: `startedAtMs` (3.19), `createdAt` (from September 2025 on), or one of the
 * instants of `timingInfo`, of which early versions wrote some as durations; at last `timestamp`
 * (before 0.45). The header knows it where the bubble does not.
 */
export function bubbleTime(bubble: JsonObject, header?: JsonObject): string | undefined {
  const timing = objectOf(bubble.timingInfo);
  return (
    timeOf(bubble.startedAtMs) ??
    timeOf(header?.startedAtMs) ??
    timeOf(bubble.createdAt) ??
    timeOf(header?.createdAt) ??
    (timing && (instant(timing.clientRpcSendTime) ?? instant(timing.clientSettleTime))) ??
    (timing && (instant(timing.clientEndTime) ?? instant(timing.clientStartTime))) ??
    timeOf(bubble.timestamp)
  );
}

function instant(value: unknown): string | undefined {
  return timeOfNumber(numberOf(value));
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
