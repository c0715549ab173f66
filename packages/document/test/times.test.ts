import { answer, prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clock, documentTree, localTime, outcomeOf, settingsOf } from "../src/index.js";

describe("the name of a time", () => {
  test("has the day and the zone where they are new", () => {
    expect(clock("2026-01-02T03:04:05Z")).toBe("2026-01-02 03:04 UTC");
    expect(clock("2026-01-02T03:04:05Z", "2026-01-02T01:00:00Z")).toBe("03:04");
    expect(clock("2026-01-02T03:04:05Z", "2026-01-01T23:00:00Z")).toBe("2026-01-02 03:04 UTC");
    expect(clock("2026-01-02T03:04:05+01:00", "2026-01-02T01:00:00Z")).toBe(
      "2026-01-02 03:04 UTC+01:00",
    );
    expect(clock("2026-01-02")).toBeUndefined();
  });
});

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

describe("a document", () => {
  const at = (minute: string, ...rest: Parameters<typeof prompt>) => ({
    ...prompt(...rest),
    createdAt: `2026-${minute}:00.000Z`,
  });
  const session = sessionOf([
    at("10-24T22:30", "1", "a"),
    answer("2", "b"),
    at("10-25T00:30", "3", "c"),
    at("10-25T01:30", "4", "d"),
  ]);
  const times = (timezone?: string) =>
    Array.from(documentTree(session, settingsOf(timezone ? { timezone } : {}))).flatMap((node) =>
      node.type === "turn" && node.role === "prompt" ? node.time : [],
    );

  test("shows times in UTC, or in a zone, and says when its clocks change", () => {
    expect(times()).toEqual(["2026-10-24 22:30 UTC", "2026-10-25 00:30 UTC", "01:30"]);
    expect(times("Europe/Zurich")).toEqual([
      "2026-10-25 00:30 UTC+02:00",
      "02:30",
      "2026-10-25 02:30 UTC+01:00",
    ]);
  });

  test("is refused for an unknown zone", () => {
    expect(() => settingsOf({ timezone: "Zurich" })).toThrow(
      'Option timezone must be UTC or a name such as Europe/Zurich, not "Zurich"',
    );
  });
});

test("what is nothing but files took no time", () => {
  const times = { startedAt: "2026-03-02T09:00:00Z", updatedAt: "2026-03-20T09:00:00Z" };
  expect(outcomeOf(sessionOf([prompt("a", "Hi")], times))).toEqual(["18 days", "1 prompt"]);
  expect(outcomeOf(sessionOf([], times))).toEqual([]);
});
