import { expect, test } from "vitest";
import { planCodex } from "../../src/codex/plan-codex.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line } from "../claude/home.js";

const rollout = ".codex/sessions/2026/03/02/rollout-2026-03-02T09-00-00-0199cccc";

function planned(home: string, from: string, to: string) {
  const pairs = [{ from, to }];
  const system = { platform: "linux", env: {}, home, root: home };
  return planCodex({ pairs, realPairs: pairs, home, system, statOf: () => undefined });
}

function session(path: string, id: string, said = "/src/app"): string {
  return [
    { type: "session_meta", payload: { id, cwd: path, runtime_workspace_roots: [path] } },
    {
      type: "turn_context",
      payload: { cwd: `${path}/lib`, sandbox_policy: { writable_roots: [`${path}/out`, "/tmp"] } },
    },
    {
      type: "event_msg",
      payload: { type: "thread_settings_applied", thread_settings: { cwd: path } },
    },
    {
      type: "event_msg",
      payload: { type: "exec_command_end", cwd: said, workspace_roots: [said] },
    },
    { type: "event_msg", payload: { type: "user_message", message: `look at ${said}` } },
  ]
    .map(line)
    .join("");
}

test("Places of sessions move; what was said, and other projects, stay", () => {
  const files = (path: string) => ({
    [`${rollout}-0000-7000-8000-000000000001.jsonl`]: session(path, "1"),
    [`${rollout}-0000-7000-8000-000000000002.jsonl`]: session("/src/application", "2"),
    ".codex/history.jsonl": line({ session_id: "1", ts: 1, text: "/src/app" }),
  });
  const home = homeWith(files("/src/app"));
  const plan = planned(home, "/src/app", "/new/app");
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/app"));
  expect(plan.notes).toEqual([]);
});

test("Paths of Windows move in the spelling that they have", () => {
  const name = `${rollout}-0000-7000-8000-000000000001.jsonl`;
  const said = "C:\\Src\\App";
  const home = homeWith({ [name]: session("c:\\src\\APP", "1", said) });
  carryOut(planned(home, "C:\\Src\\App", "D:\\New"));
  expect(filesIn(home)).toEqual({ [name]: session("d:\\New", "1", said) });
});

test("The trust of a project moves with it, and the rest of the settings stays as it is", () => {
  const text = (path: string) =>
    `# [projects."/src/app"]\nnotes = "/src/app"\n\n[projects."${path}"] # mine\ntrust_level = "trusted"\n[projects.'${path}/lib']\n`;
  const home = homeWith({ ".codex/config.toml": text("/src/app") });
  carryOut(planned(home, "/src/app", "/new/app"));
  expect(filesIn(home)).toEqual({ ".codex/config.toml": text("/new/app") });
});

test("A project that has settings under the new path already keeps both", () => {
  const files = { ".codex/config.toml": '[projects."/src/app"]\n[projects."/new/app"]\n' };
  const home = homeWith(files);
  expect(planned(home, "/src/app", "/new/app").rewrites).toEqual([]);
});
