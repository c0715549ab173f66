import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localTime, minutesAhead } from "../src/read/index.js";

describe("a time in a zone", () => {
  test.each([
    ["2026-01-31T23:30:05.000Z", "UTC", "2026-01-31T23:30:05.000Z"],
    ["2026-01-31T23:30:05.000Z", "Europe/Zurich", "2026-02-01T00:30:05+01:00"],
    ["2026-07-31T22:30:05.120Z", "Europe/Zurich", "2026-08-01T00:30:05.120+02:00"],
    ["2026-01-31T23:30:05Z", "Europe/London", "2026-01-31T23:30:05Z"],
    ["2026-01-31T03:00:00Z", "America/St_Johns", "2026-01-30T23:30:00-03:30"],
    ["2026-01-31T23:30:05Z", "Asia/Kathmandu", "2026-02-01T05:15:05+05:45"],
    ["no time", "Europe/Zurich", "no time"],
  ])("%s in %s is %s", (time, timezone, expected) => {
    expect(localTime(time, timezone)).toBe(expected);
  });

  test("is the same moment, in every zone", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const moments = fc.date({
      min: new Date("1975-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        expect(Date.parse(localTime(moment.toISOString(), zone))).toBe(moment.getTime());
      }),
    );
  });
});

test("a name of no zone has no minutes", () => {
  expect(() => minutesAhead(0, "Nowhere/Land")).toThrow(RangeError);
});
