import { expect, test } from "vitest";
import { planPlaced } from "../../src/placed/plan-placed.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line } from "../claude/home.js";

const pairs = [{ from: "/src/app", to: "/new/my app" }];

function planAt(home: string) {
  const system = { platform: "linux", env: {}, home, root: home };
  return planPlaced("qwen", { pairs, realPairs: pairs, home, system, statOf: () => undefined });
}

function chat(project: string, id: string, cwd: string) {
  const record = { uuid: "a", sessionId: id, timestamp: "2026-03-02T10:00:00Z", type: "user", cwd };
  const message = { role: "user", parts: [{ text: "Look at /src/app." }] };
  const records = line({ ...record, message });
  const folder = `.qwen/projects/${project}`;
  return {
    [`${folder}/chats/${id}.jsonl`]: records,
    [`${folder}/subagents/${id}/agent-1.jsonl`]: records,
  };
}

test("Chats move to the folder of the new path, with all that is in it", () => {
  const files = (path: string, folder: string) => ({
    ...chat(folder, "one", path),
    [`.qwen/projects/${folder}/memory/MEMORY.md`]: "It is in /src/app.",
    ...chat("-src-application", "two", "/src/application"),
  });
  const home = homeWith(files("/src/app", "-src-app"));
  const plan = planAt(home);
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/my app", "-new-my-app"));
  expect(plan.notes).toEqual([]);
});

test("Of a folder that belongs to two paths, the chats of the moved one leave it", () => {
  const stays = chat("-src-app", "two", "/src-app");
  const home = homeWith({ ...chat("-src-app", "one", "/src/app"), ...stays });
  const plan = planAt(home);
  carryOut(plan);
  expect(filesIn(home)).toEqual({ ...chat("-new-my-app", "one", "/new/my app"), ...stays });
});
