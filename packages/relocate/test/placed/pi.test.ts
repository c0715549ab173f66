import { expect, test } from "vitest";
import { planPlaced } from "../../src/placed/plan-placed.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line, put } from "../claude/home.js";

const time = "2026-03-02T10:00:00.000Z";

test("Sessions move to the folder of the new path; those of others in the same folder stay", () => {
  const home = homeWith({});
  const session = (folder: string, id: string, header: object) => ({
    [`.pi/agent/sessions/${folder}/2026-03-02T10-00-00-000Z_${id}.jsonl`]:
      line({ type: "session", version: 3, id, timestamp: time, ...header }) +
      line({
        type: "message",
        id: "a",
        parentId: null,
        message: { role: "user", cwd: "/src/app" },
      }),
  });
  const files = (path: string, folder: string) => ({
    ...session(folder, "one", { cwd: path }),
    ...session(`${folder.slice(0, -2)}-lib--`, "two", { cwd: `${path}/lib` }),
    ...session("--src-app--", "three", { cwd: "/src-app" }),
    ...session("--elsewhere--", "four", {
      cwd: "/elsewhere",
      parentSession: `${home}/.pi/agent/sessions/${folder}/2026-03-02T10-00-00-000Z_one.jsonl`,
    }),
  });
  for (const [path, content] of Object.entries(files("/src/app", "--src-app--")))
    put(home, path, content);
  const pairs = [{ from: "/src/app", to: "/new/my app" }];
  const system = { platform: "linux", env: {}, home, root: home };
  const plan = planPlaced("pi", { pairs, realPairs: pairs, home, system, statOf: () => undefined });
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/my app", "--new-my app--"));
  expect(plan.notes).toEqual([]);
});
