import { expect, test } from "vitest";
import { isoTime, utcTime } from "../src/read/index.js";

test.each([
  ["2026-03-01T10:00:00.123Z", "2026-03-01T10:00:00.123Z"],
  ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z"],
  ["2026-03-01T12:30:00.5+02:30", "2026-03-01T10:00:00.500Z"],
  // No such hour, no time of day, no time at all.
  ["2026-03-01T25:00:00.000Z", undefined],
  ["2026-03-01", undefined],
  ["yesterday", undefined],
  // Milliseconds and seconds, as numbers and in digits; a duration is no time.
  [1_772_359_200_000, "2026-03-01T10:00:00.000Z"],
  ["1772359200000", "2026-03-01T10:00:00.000Z"],
  [1_772_359_200, "2026-03-01T10:00:00.000Z"],
  [1_772_359_200.5, "2026-03-01T10:00:00.500Z"],
  [86_400, undefined],
  [1e300, undefined],
])("the time %j is %j in UTC", (value, time) => {
  expect(utcTime(value)).toBe(time);
});

test("a date that RFC 3339 cannot write is no time", () => {
  expect(isoTime(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  expect(isoTime(new Date(Number.NaN))).toBeUndefined();
  expect(isoTime(new Date(Date.UTC(10_000, 0)))).toBeUndefined();
});
