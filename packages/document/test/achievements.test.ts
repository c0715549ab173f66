import type { Part, Session } from "@chatexport/core";
import { answer, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { marksIn, outcomeOf } from "../src/index.js";
import { outline } from "./outline.js";

/** A session in which commands had such outputs. */
function sessionWith(
  outputs: [command: string, output: string, more?: object | undefined][],
): Session {
  const parts = outputs.map(
    ([command, output, more], index): Part => ({
      ...{ type: "tool-call", id: `t${index}`, name: "Bash", kind: "execute", command },
      status: "completed",
      result: { content: [{ type: "text", text: output }], isError: false, ...more },
    }),
  );
  return sessionOf([{ ...answer("a", "Done."), parts }]);
}

/** The marks in the head of a session with such a command and output. */
function said(command: string, output: string, more?: object): string[] {
  const facts = outcomeOf(sessionWith([[command, output, more]]));
  return facts.filter((fact) => /commit|test|pull/i.test(fact));
}

test.each([
  ["npx vitest run", " Test Files  1 passed (1)\n      Tests  338 passed (338)", "338 tests pass"],
  [
    "npm test",
    "\u001b[1mTests:\u001b[22m       2 failed, 38 passed, 40 total",
    "2 of 40 tests fail",
  ],
  ["pytest -q", "======= 1 passed in 0.12s =======", "1 test passes"],
  ["pytest", "2 passed, 1 error in 1.50s", "1 of 3 tests fails"],
  [
    "cargo test",
    "test result: ok. 12 passed; 0 failed; 0 ignored\ntest result: ok. 3 passed; 0 failed",
    "15 tests pass",
  ],
  ["npx mocha", "  12 passing (20ms)\n  1 failing", "1 of 13 tests fails"],
  [
    "dotnet test",
    "Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12",
    "12 tests pass",
  ],
  [
    "go test -v ./...",
    "--- PASS: TestRoof (0.00s)\n--- PASS: TestDoor (0.00s)\nok  house 0.1s",
    "2 tests pass",
  ],
  ["go test ./...", "--- FAIL: TestRoof (0.00s)\nFAIL", "1 test fails"],
  [
    "git add . && git commit -m x",
    "[main 4e12a98] Mend the roof\n 1 file changed",
    "Committed 4e12a98",
  ],
  ["git commit -m x", "[main (root-commit) 4e12a98c] Mend the roof", "Committed 4e12a98"],
  [
    'git commit -qm "Mend the roof" && git log --oneline -2',
    "5f23ba9 (HEAD -> main) Mend the roof\n4e12a98 Mend the door",
    "Committed 5f23ba9",
  ],
  [
    "gh pr create --fill",
    "Creating\nhttps://github.com/kim/roof/pull/12",
    "Opened pull request #12",
  ],
])("the head says what %j achieved", (command, output, fact) => {
  expect(said(command, output)).toEqual([fact]);
});

test.each([
  ["cat log.txt", "Tests  338 passed (338)"],
  ["npm test", "all is well"],
  ["git log", "[main 4e12a98] Mend the roof"],
  ["gh pr list", "https://github.com/kim/roof/pull/12"],
  ["git commit -m x", "nothing to commit"],
  ['git commit -qm "Mend the roof"; git log --oneline -1', "4e12a98 Mend the door"],
  ['git log --oneline -1; git commit -qm "Mend the roof"', "4e12a98 Mend the roof"],
])("nothing is said of %j with the output %j", (command, output) => {
  expect(said(command, output)).toEqual([]);
});

test("an output of which a part is missing says nothing", () => {
  expect(said("cargo test | tail -3", "test result: ok. 3 passed; 0 failed")).toEqual([]);
  expect(said("npx vitest run | tail -3", "Tests  3 passed (3)")).toEqual(["3 tests pass"]);
  expect(said("npm test", "Tests  338 passed (338)", { truncated: true })).toEqual([]);
});

test("of several commits the last is named, of several test runs the last counts", () => {
  const session = sessionWith([
    ["npm test", "Tests  2 failed | 38 passed (40)"],
    ["git commit -m a", "[main 4e12a98] Mend the roof"],
    ["npm test", "Tests  40 passed (40)"],
    ["git commit -m b", "[main 5f23ba9] Mend the door"],
    ["gh pr create", "https://github.com/kim/roof/pull/12"],
  ]);
  expect(marksIn(session)).toEqual([
    { words: "2 commits, the last 5f23ba9" },
    { words: "40 tests pass" },
    { words: "Opened pull request #12", url: "https://github.com/kim/roof/pull/12" },
  ]);
});

test("pull requests that the tool linked follow, but for those that a command opened", () => {
  const session = sessionWith([["gh pr create", "https://github.com/kim/roof/pull/12"]]);
  const page = (url: string, from: "tool" | "upload" = "tool") =>
    ({ type: "file", url, from }) as const;
  session.attachments = [
    page("https://github.com/kim/roof/pull/12"),
    page("https://github.com/kim/roof/pull/13"),
    page("https://github.com/kim/roof/pull/14", "upload"),
    page("https://example.org/preview/1"),
  ];
  expect(marksIn(session).map(({ words }) => words)).toEqual([
    "Opened pull request #12",
    "Pull request #13",
  ]);
});

test("a run of calls says what it achieved", () => {
  const session = sessionWith([
    ["npm test", "Tests  40 passed (40)"],
    ["git add .", ""],
    ["git commit -m b", "[main 5f23ba9] Mend the door"],
  ]);
  expect(JSON.stringify(outline(session))).toContain("Committed 5f23ba9, 40 tests pass");
});

test("a commit that a tool tells of in a notice", () => {
  const told = (text: string) =>
    outcomeOf(
      sessionOf([{ ...answer("a", "Done."), parts: [{ type: "notice", level: "info", text }] }]),
    );
  expect(told("Commit 4e12a98 Mend the roof")).toContain("Committed 4e12a98");
  expect(told("Commit your work first.").join()).not.toContain("Committed");
});
