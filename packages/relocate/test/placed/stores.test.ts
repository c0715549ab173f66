import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@chatexport/sqlite";
import { expect, test } from "vitest";
import { createDatabase } from "../../../sqlite/test/support/databases.js";
import type { PlacedName } from "../../src/placed/placed-tools.js";
import { planPlaced } from "../../src/placed/plan-placed.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line, put } from "../claude/home.js";

const pairs = [{ from: "/src/app", to: "/new/my app" }];

/** Moves what a tool keeps, and expects what it would keep for the new path. */
function movedOf(tool: PlacedName, files: (path: string, home: string) => Record<string, string>) {
  const home = homeWith({});
  for (const [path, content] of Object.entries(files("/src/app", home))) put(home, path, content);
  const system = { platform: "linux", env: {}, home, root: home };
  const plan = planPlaced(tool, {
    ...{ pairs, realPairs: pairs, home, system },
    statOf: () => undefined,
  });
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/my app", home));
  return plan;
}

const hash = (algorithm: string, path: string) => createHash(algorithm).update(path).digest("hex");
const told = { role: "user", content: "Look at /src/app." };

test("Cline: sessions, and tasks of extensions in lists of their own", () => {
  const user = ".config/Code/User/globalStorage";
  const task = (folder: string) => ({
    [`${folder}/api_conversation_history.json`]: JSON.stringify([told]),
  });
  const { notes } = movedOf("cline", (path) => ({
    ".cline/data/sessions/1_a/1_a.json": `{"session_id": "1_a", "cwd": "${path}/lib", "workspace_root": "${path}", "prompt": "/src/app"}`,
    ".cline/data/sessions/1_a/1_a.messages.json": `{"sessionId":"1_a","messages":[${JSON.stringify(told)}]}`,
    ...task(`${user}/saoudrizwan.claude-dev/tasks/1`),
    ...task(`${user}/saoudrizwan.claude-dev/tasks/2`),
    [`${user}/saoudrizwan.claude-dev/state/taskHistory.json`]: `[{"id":"1","task":"/src/app","cwdOnTaskInitialization":"${path}"},{"id":"2","cwdOnTaskInitialization":"/src/application"}]`,
    ...task(`${user}/rooveterinaryinc.roo-cline/tasks/3`),
    [`${user}/rooveterinaryinc.roo-cline/tasks/3/history_item.json`]: `{"id":"3","workspace":"${path}"}`,
    [`${user}/rooveterinaryinc.roo-cline/tasks/_index.json`]: `{"entries":[{"id":"3","workspace":"${path}"}]}`,
  }));
  expect(notes).toEqual([]);
});

test("A task stays where its conversation alone names the folder, and the plan says so", () => {
  const text = "# Current Working Directory (/src/app) Files";
  const { notes } = movedOf("cline", () => ({
    ".cline/data/tasks/7/api_conversation_history.json": JSON.stringify([
      { ...told, content: text },
    ]),
  }));
  expect(notes).toEqual([expect.objectContaining({ code: "session-stays" })]);
});

test("Kimi CLI: the folder is called by a hash of the path, which a list explains", () => {
  const { notes } = movedOf("kimi", (path) => ({
    ".kimi/kimi.json": `{"work_dirs": [{"path": "${path}", "kaos": "local", "last_session_id": null}, {"path": "/src/app", "kaos": "harbour"}]}`,
    [`.kimi/sessions/${hash("md5", path)}/one/context.jsonl`]: line({ role: "_checkpoint", id: 0 }),
    [`.kimi/sessions/${hash("md5", path)}/two.jsonl`]:
      line({ role: "_checkpoint", id: 0 }) + line(told),
    [`.kimi/sessions/harbour_${hash("md5", "/src/app")}/three/context.jsonl`]: line({
      ...{ role: "_checkpoint", id: 0 },
    }),
  }));
  // It took place on another machine.
  expect(notes).toEqual([expect.objectContaining({ code: "session-stays" })]);
});

test("Kimi Code: the folder has the name and a hash of the path, and an index names it", () => {
  const folder = (path: string) => {
    const name = path === "/src/app" ? "app" : "my-app";
    return `.kimi-code/sessions/wd_${name}_${hash("sha256", path).slice(0, 12)}/session_1`;
  };
  const { notes } = movedOf("kimi", (path, home) => ({
    [`${folder(path)}/state.json`]: `{"id": "session_1", "cwd": "${path}", "title": "/src/app"}`,
    [`${folder(path)}/agents/main/wire.jsonl`]:
      line({ type: "metadata", protocol_version: "1.5" }) +
      line({ type: "turn.prompt", input: [{ type: "text", text: "/src/app" }] }),
    ".kimi-code/session_index.jsonl": line({
      ...{ sessionId: "session_1", sessionDir: `${home}/${folder(path)}`, workDir: path },
    }),
  }));
  expect(notes).toEqual([]);
});

test("Continue: paths of the command line, addresses of editors, and the list of both", () => {
  const { notes } = movedOf("continue", (path) => {
    const address = `file://${path.replace(" ", "%20")}`;
    const session = (id: string, place: string) =>
      `{\n  "sessionId": "${id}",\n  "title": "/src/app",\n  "workspaceDirectory": "${place}",\n  "history": [{"message":${JSON.stringify(told)}}]\n}`;
    return {
      ".continue/sessions/1.json": session("1", path),
      ".continue/sessions/2.json": session("2", `${address}/lib`),
      ".continue/sessions/3.json": session("3", "/src/application"),
      ".continue/sessions/sessions.json": `[{"sessionId":"1","workspaceDirectory":"${path}"},{"sessionId":"2","workspaceDirectory":"${address}/lib"}]`,
    };
  });
  expect(notes).toEqual([]);
});

test("Factory Droid: the folder is called after the path", () => {
  const session = (path: string, id: string) => ({
    [`.factory/sessions/${path.replaceAll("/", "-")}/${id}.jsonl`]:
      line({ type: "session_start", id, title: "/src/app", cwd: path }) +
      line({ type: "message", cwd: "/src/app", message: told }),
    [`.factory/sessions/${path.replaceAll("/", "-")}/${id}.settings.json`]: '{"model":"/src/app"}',
  });
  const { notes } = movedOf("droid", (path) => ({
    ...session(path, "1"),
    ...session("/src-app", "2"),
  }));
  expect(notes).toEqual([]);
});

test("Goose, before it had a database", () => {
  movedOf("goose", (path) => ({
    ".local/share/goose/sessions/20250601_1.jsonl":
      line({ working_dir: path, description: "/src/app", message_count: 1 }) +
      line({ ...told, created: 1_748_772_000, working_dir: "/src/app" }),
  }));
});

test("Mistral Vibe and OpenHands: in the facts beside what was said", () => {
  movedOf("vibe", (path) => ({
    ".vibe/logs/session/session_20260701_101500_6f1d2c3b/meta.json": `{"session_id": "6f1d2c3b", "title": "/src/app", "environment": {"working_directory": "${path}"}}`,
    ".vibe/logs/session/session_20260701_101500_6f1d2c3b/messages.jsonl": line(told),
  }));
  movedOf("openhands", (path) => ({
    ".openhands/conversations/1/base_state.json": `{"id":"1","workspace":{"kind":"LocalWorkspace","working_dir":"${path}"},"agent":{"prompt":"/src/app"}}`,
  }));
});

test("Crush: a list of projects, which have its databases, if the folder is here", () => {
  const files = (path: string) => ({
    ".local/share/crush/projects.json": `{"projects":[{"path":"${path}","data_dir":"${path}/.crush"},{"path":"/src/application","data_dir":".crush"}]}`,
  });
  const home = homeWith(files("/src/app"));
  const system = { platform: "linux", env: {}, home, root: home };
  const move = { pairs, realPairs: pairs, home, system };
  const left = planPlaced("crush", { ...move, statOf: () => undefined });
  expect([left.rewrites, left.notes.map(({ code }) => code)]).toEqual([[], ["folder-not-here"]]);
  carryOut(planPlaced("crush", { ...move, statOf: () => statSync(home) }));
  expect(filesIn(home)).toEqual(files("/new/my app"));
});

test.each([
  ["cline", ".cline/data/db/sessions.db", "workspace_root"],
  ["goose", ".local/share/goose/sessions/sessions.db", "working_dir"],
  ["hermes", ".hermes/profiles/garden/state.db", "cwd"],
] as const)("%s: rows of a database", (tool, name, column) => {
  const home = homeWith({ [`${name}.txt`]: "" });
  const path = join(home, name);
  createDatabase(path, [
    `CREATE TABLE sessions (id TEXT, title TEXT, ${column} TEXT);
    CREATE TABLE messages (id INTEGER, content TEXT);
    CREATE TRIGGER noted AFTER UPDATE ON messages BEGIN DELETE FROM sessions; END;
    INSERT INTO sessions VALUES ('1', '/src/app', '/src/app/lib'), ('2', '', '/src/application');`,
  ]);
  const system = { platform: "linux", env: {}, home, root: home };
  const move = { pairs, realPairs: pairs, home, system, statOf: () => undefined };
  carryOut(planPlaced(tool, move));
  const database = openDatabase(path);
  expect(database.all(`SELECT title, ${column} AS place FROM sessions`)).toEqual([
    { title: "/src/app", place: "/new/my app/lib" },
    { title: "", place: "/src/application" },
  ]);
  database.close();
});
