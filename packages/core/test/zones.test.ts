import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn, localTime, minutesAhead, startOfDay } from "../src/read/index.js";

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

describe("a day in a zone", () => {
  test.each([
    ["UTC", "2026-09-22", "2026-09-22T00:00:00.000Z"],
    ["Asia/Tokyo", "2026-09-22", "2026-09-21T15:00:00.000Z"],
    ["America/Los_Angeles", "2026-09-22", "2026-09-22T07:00:00.000Z"],
    ["Europe/Zurich", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Zurich", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    // Clocks that go forward at midnight.
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"],
    // Clocks that go back at midnight, and those that show it twice.
    ["America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00.000Z"],
    ["America/Havana", "2025-11-02", "2025-11-02T04:00:00.000Z"],
  ])("of %s, %s begins at %s", (zone, day, expected) => {
    const moment = startOfDay(Date.parse(day), zone);
    expect(new Date(moment).toISOString()).toBe(expected);
    expect(dayIn(zone, moment)).toBe(day);
    expect(dayIn(zone, moment - 1) < day).toBe(true);
  });

  test("begins where another one ends, in every zone", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const days = fc.date({
      min: new Date("2012-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, zones, (moment, zone) => {
        const day = dayIn(zone, moment.getTime());
        const start = startOfDay(Date.parse(day), zone);
        expect(start).toBeLessThanOrEqual(moment.getTime());
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, start - 1) < day).toBe(true);
      }),
    );
  });

  test("throws for a name of no zone", () => {
    expect(() => minutesAhead(0, "Nowhere/Land")).toThrow(RangeError);
  });
});
