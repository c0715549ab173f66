import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import { clock, documentTree, outcomeOf, settingsOf } from "../src/index.js";

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
