import { expect, test } from "vitest";
import { runningPrograms } from "../src/running/blockers.js";

const system = { platform: "linux", env: {}, home: "/home/mira", root: "/" };
const scope = { system, pairs: [{ from: "/src/app", to: "/src/app" }] };

test.each([
  ["in the project", { cwd: "/src/app/lib" }, [], true],
  ["in another one", { cwd: "/src/other" }, ["codex"], false],
  ["anywhere, where the system does not say", {}, [], false],
  ["anywhere, when its database changes", {}, ["codex"], true],
])("a program that runs %s is in the way: %s", (_, place, shared, isInTheWay) => {
  const running = [{ id: 7, name: "codex.exe", ...place }];
  const found = runningPrograms(scope, ["codex"], shared, running);
  expect(found.map(({ process }) => process)).toEqual(isInTheWay ? [7] : []);
  expect(runningPrograms({ ...scope, home: "/copy" }, ["codex"], shared, running)).toEqual([]);
});
