import type { ExecuteCall, Part, Session } from "@chatexport/core";
import { answer, prompt, ran, resultOf, sessionOf, taskFor } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { newFolder } from "../../../tests/sinks/run-dataset.js";
import type { Outcome } from "../src/index.js";
import { writeDataset } from "./dataset.js";

/** True when a session that ends with these parts is in a data set of sessions with an outcome. */
async function has(outcome: Outcome, ...parts: Part[]): Promise<boolean> {
  return isTaken(outcome, sessionOf([prompt("p", "Mend it."), answer("a", ...parts)]));
}

async function isTaken(outcome: Outcome, session: Session): Promise<boolean> {
  const { leftOut } = await writeDataset(newFolder(), [session], { outcome: [outcome] });
  return leftOut.length === 0;
}

function edited(path = "a.ts"): Part {
  const edits = [{ path, kind: "update" as const }];
  const call = { type: "tool-call", id: `edit ${path}`, name: "Edit", kind: "edit" } as const;
  return { ...call, edits, status: "completed", result: resultOf("Done.") };
}

const exitCode = (code: number): Partial<ExecuteCall> => ({
  status: code === 0 ? "completed" : "failed",
  result: { ...resultOf(""), exitCode: code, isError: code !== 0 },
});

test.each<[command: string, output: string | number]>([
  ["npm test", 0],
  ["CI=1 npx vitest run --silent", 0],
  ["cd app && npm run -s test:unit", 0],
  ["(cd app && make check)", 0],
  ["npm test && git log | head", 0],
  ["npm test;\n", 0],
  ["pnpm vitest run", 0],
  ["yarn jest --ci", 0],
  ["bun x vitest run", 0],
  [".venv/bin/python3.12 -m pytest", 0],
  ["npm test 2>&1 | tail -5", " Tests  12 passed (12)"],
  ["python -m pytest -q; echo done", "5 passed in 0.31s"],
  ["cargo test --workspace", "test result: ok. 8 passed; 0 failed; 0 ignored"],
  ["go test ./...", "ok  \texample.org/shop\t0.2s"],
  ["mix test | tail -3", "14 doctests, 297 tests, 0 failures"],
  ["./gradlew :app:test", "BUILD SUCCESSFUL in 3s"],
  ["node --test", "ℹ pass 4\nℹ fail 0"],
])("%j with %j passes tests", async (command, output) => {
  const rest = typeof output === "number" ? exitCode(output) : {};
  const call = ran(command, String(output), rest);
  expect(await has("tests-passed", edited(), call)).toBe(true);
});

test.each<[command: string, output: string | number]>([
  ["npm test", 1],
  ["npm test", "Running in the background with id 4."],
  ["npm test | tail -1", 0],
  ["npm test || true", 0],
  ["npm test; echo done", 0],
  ["npm test &", 0],
  ["true || npm test", 0],
  ["npm test || true", "Tests: 1 failed, 3 passed, 4 total"],
  ["pytest", "1 failed, 37 passed in 2.95s"],
  ["cargo test", "test result: ok. 0 passed; 0 failed"],
  ["npm run build", 0],
  ["yarn add jest", 0],
  ["echo 'npm test'", 0],
  ["cat > run.sh <<'EOF'\nnpm test\nEOF", 0],
  ["git commit -m 'npm test' && echo \"a && npm test\"", 0],
  ["ls tests && cat test.log", "12 passed"],
])("%j with %j does not pass tests", async (command, output) => {
  const rest = typeof output === "number" ? exitCode(output) : {};
  const call = ran(command, String(output), rest);
  expect(await has("tests-passed", edited(), call)).toBe(false);
});

test("tests count when they ran after the last edit, and did not fail since", async () => {
  const passed = ran("npm test", "", exitCode(0));
  const failed = ran("npm test", "", exitCode(1));
  const unknown = ran("npm test | tail", "…");
  const refused: Part = { ...(edited() as ExecuteCall & Part), status: "rejected" };
  const results = await Promise.all([
    has("tests-passed", edited(), passed),
    has("tests-passed", edited(), failed, edited(), passed, unknown, refused),
    has("tests-passed", passed),
    has("tests-passed", edited(), passed, edited()),
    has("tests-passed", edited(), passed, failed),
    has("tests-passed", edited(), passed, { type: "edit", edits: [] }),
  ]);
  expect(results).toEqual([true, true, false, false, false, false]);
});

test("an edit of a sub-agent is one where the agent was called", async () => {
  const agent = { ...sessionOf([answer("x", edited())]), id: "agent" };
  const parent = { sessionId: "5f0c7d1e", relation: "subagent", toolCallId: "t" } as const;
  const [passed, task] = [ran("npm test", "", exitCode(0)), taskFor("agent", { id: "t" })];
  const withAgent = (...parts: Part[]) => ({
    ...sessionOf([prompt("p", "Mend it."), answer("a", ...parts)]),
    subagents: [{ ...agent, parent }],
  });
  expect(await isTaken("tests-passed", withAgent(edited(), passed, task))).toBe(false);
  expect(await isTaken("tests-passed", withAgent(task, passed))).toBe(true);
});

test.each<[command: string, code: number, isCommit: boolean]>([
  ["git commit -m \"$(cat <<'EOF'\nMend; it's | done && well\nEOF\n)\"", 0, true],
  ["cd app && git add -A && git -C . commit -qm x && git log --oneline | head -3", 0, true],
  ["hg commit -m x", 0, true],
  ["git commit -m x", 1, false],
  ["git commit -m x || true", 0, false],
  ["git commit -m x | tail -1", 0, false],
  ["git log --grep commit", 0, false],
  ["echo git commit", 0, false],
])("%j with exit code %j is a commit: %j", async (command, code, isCommit) => {
  const call = ran(command, "", exitCode(code));
  expect(await has("committed", edited(), call)).toBe(isCommit);
  expect(await has("committed", call, edited())).toBe(false);
});

test("a session was interrupted when its tool says so, or a call was given up", async () => {
  const notice = { type: "notice", level: "info", text: "The turn was interrupted." } as const;
  expect(await has("not-interrupted", edited())).toBe(true);
  expect(await has("not-interrupted", edited(), notice)).toBe(false);
  expect(await has("not-interrupted", ran("ls", "", { status: "cancelled" }))).toBe(false);
});
