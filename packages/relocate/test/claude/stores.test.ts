import { join } from "node:path";
import { projectFolderName, registeredSessions } from "@chatexport/source-claude/paths";
import { expect, test } from "vitest";
import { filesIn, homeWith, line, moved, planned, prompt, put } from "./home.js";

const projects = ".claude/projects";
const id = "11111111-1111-4111-8111-111111111111";

test("What lies beside the projects is edited in all places of the tool and the app", () => {
  const desktop = ".config/Claude/claude-code-sessions/a/o/local_1.json";
  const cowork = ".config/Claude/local-agent-mode-sessions/a/w/local_2";
  const files = (path: string, folder: string) => ({
    [desktop]: `{"cliSessionId": "${id}", "cwd": "${path}/w", "originCwd": "${path}", "worktreePath": "${path}/w", "title": "/src/app"}`,
    [`${cowork}.json`]: `{"cwd": "${path}"}`,
    [`${cowork}/.claude/projects/${folder}/${id}.jsonl`]: prompt(path),
    [`${cowork}/outputs/notes.json`]: '{"cwd": "/src/app"}',
    ".claude-work/history.jsonl": line({ project: path, display: "/src/app" }),
    ".claude-work/.claude.json": `{"projects":{"${path}":{"history":[{"display":"/src/app"}]}}}`,
    ".claude/settings.json": '{"projects":{"/src/app":{}}}',
    [`.claude/projects/${folder}/${id}/workflows/wf_1.json`]: `{"worktreePath":"${path}","script":"/src/app"}`,
    [`.claude/projects/${folder}/${id}/tool-results/x.jsonl`]: prompt("/src/app"),
    [`.claude/projects/${folder}/${id}/subagents/workflows/wf_1/agent-1.jsonl`]: prompt(path),
    [`.claude/projects/${folder}/${id}/subagents/workflows/wf_1/journal.jsonl`]: line({
      type: "result",
      result: { cwd: "/src/app" },
    }),
  });
  const home = homeWith(files("/src/app", "-src-app"));
  const plan = moved(home, "/src/app", "/new/app");
  expect(filesIn(home)).toEqual(files("/new/app", "-new-app"));
  // A session that left only its sub-agents will not be found.
  expect(plan).toMatchObject({ notes: [] });
});

test("Paths into the folder that gets a new name follow it", () => {
  const own = (folder: string) => `/home/projects/mira/.claude/projects/${folder}/memory/M.md`;
  const files = (path: string, folder: string) => ({
    [`${projects}/${folder}/${id}.jsonl`]:
      line({ cwd: path, toolUseResult: { persistedOutputPath: own(folder) } }) +
      line({ type: "attachment", attachment: { path: own(folder) } }) +
      line({ snapshot: { trackedFileBackups: { [own(folder)]: {} } } }) +
      line({ cwd: own("-src-other") }),
  });
  const home = homeWith(files("/src/app", "-src-app"));
  moved(home, "/src/app", "/new");
  expect(filesIn(home)).toEqual(files("/new", "-new"));
});

test("A store in the project itself is planned where it is, and says so", () => {
  const home = homeWith({});
  const path = (project: string) => `${home}/${project}`;
  const text = (project: string) =>
    line({
      cwd: path(project),
      toolUseResult: {
        persistedOutputPath: `${path(project)}/.claude/projects/${projectFolderName(path(project))}/x`,
      },
    });
  const files = {
    [`app/.claude/projects/${projectFolderName(path("app"))}/${id}.jsonl`]: text("app"),
  };
  for (const [name, content] of Object.entries(files)) put(home, name, content);
  const plan = planned(join(home, "app"), { from: path("app"), to: path("new") });
  expect(plan.notes).toMatchObject([{ code: "store-in-project" }]);
  expect(plan.pairs).toContainEqual({
    from: `${path("app")}/.claude/projects/${projectFolderName(path("app"))}`,
    to: `${path("new")}/.claude/projects/${projectFolderName(path("new"))}`,
  });
});

test("A folder with a name that was cut and hashed in another way is found by its beginning", () => {
  const path = `/src/${"a".repeat(250)}`;
  const folder = `${projectFolderName(path).slice(0, 200)}-1zz`;
  const home = homeWith({ [`${projects}/${folder}/${id}.jsonl`]: prompt(path) });
  moved(home, path, "/new");
  expect(filesIn(home)).toEqual({ [`${projects}/-new/${id}.jsonl`]: prompt("/new") });
});

test("Where a session was started may stand behind a line of megabytes", () => {
  const long = `{"type":"mode","x":"${"y".repeat(3_000_000)}"}\n`;
  const home = homeWith({
    [`${projects}/-src-app/${id}.jsonl`]: long + prompt("/src/app", "z".repeat(2_000_000)),
  });
  moved(home, "/src/app", "/new");
  expect(filesIn(home)).toEqual({
    [`${projects}/-new/${id}.jsonl`]: long + prompt("/new", "z".repeat(2_000_000)),
  });
});

test("Processes say which sessions they have open, and what is none says nothing", () => {
  const home = homeWith({
    ".claude/sessions/12.json": JSON.stringify({ pid: 12, sessionId: id, cwd: "/src/app" }),
    ".claude/sessions/13.json": "{}",
    ".claude/sessions/14.json": "[",
    ".claude/sessions/x.json": "{}",
    ".claude/sessions/15.json/x": "",
    ".claude/sessions/16.txt": "{}",
  });
  const folder = join(home, ".claude");
  expect(registeredSessions(folder)).toEqual([
    { process: 12, sessionId: id, cwd: "/src/app", path: join(folder, "sessions/12.json") },
    { process: 13, path: join(folder, "sessions/13.json") },
  ]);
  expect(registeredSessions(home)).toEqual([]);
});
