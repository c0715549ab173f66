import { expect, it } from "vitest";
import { idBeginnings } from "../../src/host/selection/id-beginnings.js";

/** The ids in a list for these whole ones. */
function shown(...ids: string[]): string[] {
  const sessions = ids.map((id) => ({ source: "claude", id }));
  return sessions.map(idBeginnings(sessions));
}

it("an id is shown by its beginning, as far as it is the only one", () => {
  expect(
    shown(
      "11111111-aaaa-4000-8000-000000000001",
      "22222222-bbbb-4000-8000-000000000002",
      "22222222-cccc-4000-8000-000000000003",
      "agent-a7c09d4be1f25836d",
    ),
  ).toEqual(["11111111", "22222222-bbbb", "22222222-cccc", "agent-a7"]);
});

it("a short id is shown whole", () => {
  expect(shown("session-a", "session-b", "c")).toEqual(["session-a", "session-b", "c"]);
});

it("behind a long word that ids of a tool begin with, an id is shown by its end", () => {
  expect(shown("session_11111111-aaaa-4000-8000-000000000001", "ses_4f20c7b8Ferry2pier")).toEqual([
    "00000001",
    "ses_4f20",
  ]);
});

it("a beginning that is the end of another id is none", () => {
  expect(shown("11111111-aaaa-4000-8000-000000000001", "9999999999999-11111111")[0]).toBe(
    "11111111-aaaa",
  );
});

it("ids that begin alike for long, or cannot be printed, have the short id of documents", () => {
  const long = "x".repeat(60);
  expect(shown(`${long}-aaaa0001`, `${long}-aaaa0002`)).toEqual(["aaaa0001", "aaaa0002"]);
  expect(shown("\u202eabcdefgh-1234-5678")).toEqual(["abcdefg"]);
});

it("a session of two sources is shown alike", () => {
  const id = "11111111-aaaa-4000-8000-000000000001";
  const sessions = ["claude", "jsonl"].map((source) => ({ source, id }));
  expect(sessions.map(idBeginnings(sessions))).toEqual(["11111111", "11111111"]);
});
