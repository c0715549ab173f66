import { dayIn } from "@chatexport/core/read";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startOfDay } from "../src/options/moments.js";

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
});
