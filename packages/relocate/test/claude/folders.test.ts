import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectFolderName } from "@chatexport/source-claude/paths";
import { expect, test } from "vitest";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line, moved, planned, prompt, put } from "./home.js";

const projects = ".claude/projects";
const [id, other] = [
  "11111111-1111-4111-8111-111111111111",
  "22222222-2222-4222-8222-222222222222",
];

/** The names of folders and files below `projects`, of files only. */
function namesIn(home: string): string[] {
  return Object.keys(filesIn(home)).flatMap((name) =>
    name.startsWith(`${projects}/`) ? [name.slice(projects.length + 1)] : [],
  );
}

function codesOf({ notes }: { notes: { code: string }[] }): string[] {
  return notes.map(({ code }) => code);
}

test.each([
  ["/src/a.b c", "/src/ünï proj"],
  ["/src/😀", "/home/u/.config/x"],
  ["/src/e\u0301te\u0301", "/src/a_b"],
  [`/src/${"a".repeat(250)}`, `/src/${"b_".repeat(150)}`],
  ["/src/app", "/src/app/inner"],
  ["/src/app/inner", "/src/app"],
  ["/src/app", "/src/app-x"],
])("The folders of %s and what lies in it are named after %s", (from, to) => {
  const paths = ["", "/x", "/x/y", "/.claude/worktrees/one"];
  const files = paths.map((path) => [
    `${projects}/${projectFolderName(from + path)}/${id}.jsonl`,
    prompt(from + path),
  ]);
  const home = homeWith(Object.fromEntries(files));
  const plan = moved(home, from, to);
  expect(namesIn(home)).toEqual(
    paths.map((path) => `${projectFolderName(to + path)}/${id}.jsonl`).sort(),
  );
  for (const path of paths) {
    const file = join(home, projects, projectFolderName(to + path), `${id}.jsonl`);
    expect(readFileSync(file, "utf8")).toBe(prompt(to + path));
  }
  expect(plan.notes).toEqual([]);
});

test("Of a folder that two paths share only the sessions of the one that moves leave", () => {
  const home = homeWith({
    [`${projects}/-src-my-app/${id}.jsonl`]: prompt("/src/my-app"),
    [`${projects}/-src-my-app/${id}/subagents/agent-b1.jsonl`]: prompt("/src/my-app"),
    [`${projects}/-src-my-app/agent-a1.jsonl`]: prompt("/src/my-app", "x", { sessionId: id }),
    [`${projects}/-src-my-app/agent-a2.jsonl`]: prompt("/src/my.app", "x", { sessionId: other }),
    [`${projects}/-src-my-app/${other}.jsonl`]: prompt("/src/my.app") + prompt("/src/my-app"),
    [`${projects}/-src-my-app/memory/MEMORY.md`]: "note",
    [`${projects}/-src-my-app/sessions-index.json`]: JSON.stringify({
      entries: [
        {
          sessionId: id,
          fullPath: `/h/.claude/projects/-src-my-app/${id}.jsonl`,
          projectPath: "/src/my-app",
        },
        {
          sessionId: other,
          fullPath: `/h/.claude/projects/-src-my-app/${other}.jsonl`,
          projectPath: "/src/my.app",
        },
      ],
    }),
  });
  const plan = moved(home, "/src/my-app", "/new");
  expect(namesIn(home)).toEqual([
    `-new/${id}.jsonl`,
    `-new/${id}/subagents/agent-b1.jsonl`,
    "-new/agent-a1.jsonl",
    `-src-my-app/${other}.jsonl`,
    "-src-my-app/agent-a2.jsonl",
    "-src-my-app/memory/MEMORY.md",
    "-src-my-app/sessions-index.json",
  ]);
  const files = filesIn(home);
  expect(files[`${projects}/-src-my-app/${other}.jsonl`]).toBe(
    prompt("/src/my.app") + prompt("/src/my-app"),
  );
  expect(JSON.parse(files[`${projects}/-src-my-app/sessions-index.json`] ?? "")).toMatchObject({
    entries: [
      { fullPath: `/h/.claude/projects/-new/${id}.jsonl`, projectPath: "/new" },
      { fullPath: `/h/.claude/projects/-src-my-app/${other}.jsonl`, projectPath: "/src/my.app" },
    ],
  });
  expect(codesOf(plan)).toEqual(["shared-project-folder"]);
});

test("Where the new path has the same folder, only the records change", () => {
  const home = homeWith({ [`${projects}/-src-my-app/${id}.jsonl`]: prompt("/src/my-app") });
  const plan = moved(home, "/src/my-app", "/src/my.app");
  expect(filesIn(home)).toEqual({ [`${projects}/-src-my-app/${id}.jsonl`]: prompt("/src/my.app") });
  expect(plan).toMatchObject({ renames: [], notes: [] });
});

test("A folder with a name that an older version made is renamed, any other one keeps it", () => {
  const home = homeWith({
    [`${projects}/-src-my_app.v2/${id}.jsonl`]: prompt("/src/my_app.v2"),
    [`${projects}/chosen/${id}.jsonl`]: prompt("/src/my_app.v2"),
    [`${projects}/ssh-1/${id}.jsonl`]: prompt("/src/my_app.v2/x"),
  });
  const plan = moved(home, "/src/my_app.v2", "/new");
  expect(filesIn(home)).toEqual({
    [`${projects}/-new/${id}.jsonl`]: prompt("/new"),
    [`${projects}/chosen/${id}.jsonl`]: prompt("/new"),
    [`${projects}/ssh-1/${id}.jsonl`]: prompt("/new/x"),
  });
  expect(codesOf(plan)).toEqual(["kept-folder-name", "kept-folder-name"]);
});

test("A session belongs where it was started, or where the tool moved it", () => {
  const home = homeWith({
    // Moved by hand some time ago.
    [`${projects}/-src-app/${id}.jsonl`]: prompt("/old") + prompt("/src/app"),
    [`${projects}/-src-app/${other}.jsonl`]: prompt("/src/app"),
    [`${projects}/-src-app/stub.jsonl`]: '{"type":"mode","mode":"normal"}\n',
    [`${projects}/-else/a.jsonl`]: prompt("/else") + prompt("/src/app"),
    [`${projects}/-else/b.jsonl`]:
      prompt("/src/app") + line({ type: "relocated", relocatedCwd: "/else" }),
    [`${projects}/-src-app-b/c.jsonl`]:
      prompt("/else") + line({ type: "relocated", relocatedCwd: "/src/app/b" }),
  });
  moved(home, "/src/app", "/new");
  expect(filesIn(home)).toEqual({
    [`${projects}/-new/${id}.jsonl`]: prompt("/old") + prompt("/new"),
    [`${projects}/-new/${other}.jsonl`]: prompt("/new"),
    [`${projects}/-new/stub.jsonl`]: '{"type":"mode","mode":"normal"}\n',
    [`${projects}/-else/a.jsonl`]: prompt("/else") + prompt("/src/app"),
    [`${projects}/-else/b.jsonl`]:
      prompt("/src/app") + line({ type: "relocated", relocatedCwd: "/else" }),
    [`${projects}/-new-b/c.jsonl`]:
      prompt("/else") + line({ type: "relocated", relocatedCwd: "/new/b" }),
  });
});

test("What was moved by hand already only gets the new paths", () => {
  const home = homeWith({
    [`${projects}/-new/${id}.jsonl`]: prompt("/src/app"),
    [`${projects}/-new/${other}.jsonl`]: prompt("/new"),
    [`${projects}/-new-b/${id}.jsonl`]: prompt("/src/app/b"),
  });
  const plan = moved(home, "/src/app", "/new");
  expect(plan).toMatchObject({ renames: [], notes: [] });
  expect(filesIn(home)).toEqual({
    [`${projects}/-new/${id}.jsonl`]: prompt("/new"),
    [`${projects}/-new/${other}.jsonl`]: prompt("/new"),
    [`${projects}/-new-b/${id}.jsonl`]: prompt("/new/b"),
  });
});

test("A folder without sessions goes with the project that the tool knows under its name", () => {
  const files = {
    [`${projects}/-src-my-app/memory/MEMORY.md`]: "note",
    [`${projects}/-src-my-app-lib/memory/MEMORY.md`]: "lib",
    [`${projects}/-src-my-app-doc/memory/MEMORY.md`]: "doc",
    ".claude/history.jsonl": line({ project: "/src/my-app/lib" }),
  };
  const home = homeWith(files);
  moved(home, "/src/my-app", "/new");
  expect(namesIn(home)).toEqual([
    "-new-lib/memory/MEMORY.md",
    "-new/memory/MEMORY.md",
    "-src-my-app-doc/memory/MEMORY.md",
  ]);
  const shared = homeWith({ ...files, ".claude.json": '{"projects":{"/src/my.app":{}}}' });
  const plan = moved(shared, "/src/my-app", "/new");
  expect(namesIn(shared)).toContain("-src-my-app/memory/MEMORY.md");
  expect(codesOf(plan)).toEqual(["unclear-project-folder"]);
});

test("In a home from Windows neither case nor separators of paths count", () => {
  const [from, to] = ["C:\\Users\\Jane\\my app", "D:\\code\\app"];
  const state = (name: string) => JSON.stringify({ projects: { [name]: { a: 1 } } });
  const home = homeWith({
    [`${projects}/c--users-jane-my-app/${id}.jsonl`]:
      prompt(from) + prompt("c:\\users\\jane\\My App\\x") + prompt("C:/Users/Jane/my app/y"),
    [`${projects}/C--Users-Jane-my-apple/${id}.jsonl`]: prompt("C:\\Users\\Jane\\my apple"),
    [`${projects}/d--CODE-app/${other}.jsonl`]: prompt(to),
    ".claude.json": state("C:/Users/Jane/my app"),
  });
  const plan = moved(home, from, to);
  expect(filesIn(home)).toEqual({
    [`${projects}/d--CODE-app/${id}.jsonl`]:
      prompt(to) + prompt("d:\\code\\app\\x") + prompt("D:/code/app/y"),
    [`${projects}/C--Users-Jane-my-apple/${id}.jsonl`]: prompt("C:\\Users\\Jane\\my apple"),
    [`${projects}/d--CODE-app/${other}.jsonl`]: prompt(to),
    ".claude.json": state("D:/code/app"),
  });
  expect(plan.notes).toEqual([]);
});

test("What a link leads to is written once, and a link in the way keeps a folder where it is", () => {
  const home = homeWith({
    "disk/projects/-src-app/11.jsonl": prompt("/src/app"),
    "disk/one/22.jsonl": prompt("/src/app/one"),
    "disk/file.jsonl": prompt("/src/app"),
    ".claude-work/history.jsonl": line({ project: "/src/app" }),
  });
  mkdirSync(join(home, ".claude"));
  symlinkSync(join(home, "disk/projects"), join(home, projects));
  symlinkSync("../disk/projects", join(home, ".claude-work/projects"));
  symlinkSync("-src-app", join(home, projects, "-again"));
  symlinkSync(join(home, "disk/one"), join(home, projects, "-src-app-one"));
  symlinkSync(join(home, "disk/file.jsonl"), join(home, projects, "-src-app/33.jsonl"));
  const plan = planned(home, { from: "/src/app", to: "/new" });
  expect(codesOf(plan)).toEqual(["linked-project-folder"]);
  carryOut(plan);
  expect(plan.rewrites.map(({ path }) => path.slice(home.length + 1)).sort()).toEqual([
    ".claude-work/history.jsonl",
    "disk/file.jsonl",
    "disk/one/22.jsonl",
    "disk/projects/-src-app/11.jsonl",
  ]);
  expect(readFileSync(join(home, projects, "-new/33.jsonl"), "utf8")).toBe(prompt("/new"));
  expect(readFileSync(join(home, projects, "-new-one/22.jsonl"), "utf8")).toBe(prompt("/new/one"));

  rmSync(join(home, projects, "-again"));
  symlinkSync("-new", join(home, projects, "-newer"));
  const blocked = moved(home, "/new", "/newer");
  expect(codesOf(blocked)).toEqual(["linked-project-folder", "blocked-project-folder"]);
  expect(existsSync(join(home, projects, "-new/11.jsonl"))).toBe(true);
});

test("A link into the projects of another config folder is left to that one", () => {
  const home = homeWith({
    [`${projects}/-src-app/${id}.jsonl`]: prompt("/src/app"),
    ".claude-a/projects/-src-app-b/11.jsonl": prompt("/src/app/b"),
  });
  symlinkSync("../../.claude/projects/-src-app", join(home, ".claude-a/projects/-src-app"));
  const plan = moved(home, "/src/app", "/new");
  expect(codesOf(plan)).toEqual(["linked-project-folder"]);
  expect(plan).toMatchObject({ rewrites: [{}, {}], renames: [{}, {}] });
  expect(namesIn(home)).toEqual([`-new/${id}.jsonl`]);
});

test("A path that leads out of the project stays", () => {
  const records = (path: string) =>
    prompt(path) +
    prompt(`${path}/a/../b`) +
    prompt("/src/app/../x") +
    prompt("/src/app/a/../../..");
  const home = homeWith({ [`${projects}/-src-app/${id}.jsonl`]: records("/src/app") });
  moved(home, "/src/app", "/new");
  expect(filesIn(home)).toEqual({ [`${projects}/-new/${id}.jsonl`]: records("/new") });
});

test("Files that are no files, and folders that are none, change nothing for their neighbours", () => {
  const home = homeWith({
    [`${projects}/-src-app/${id}.jsonl`]: prompt("/src/app"),
    [`${projects}/-src-app/empty.jsonl`]: "",
    [`${projects}/-src-app/folder.jsonl/x.txt`]: "x",
    [`${projects}/-src-app/${id}/subagents/agent-1.meta.json`]: "{/src/app",
    [`${projects}/-src-app/sessions-index.json`]: "[/src/app",
    [`${projects}/loose.jsonl`]: prompt("/src/app"),
    ".claude/history.jsonl/x": "",
    ".claude.json": "{",
    ".claude/.claude.json/x": "",
  });
  symlinkSync("nowhere", join(home, projects, "-src-app/gone.jsonl"));
  if (process.platform !== "win32")
    execFileSync("mkfifo", [join(home, projects, "-src-app/pipe.jsonl")]);
  put(home, `${projects}/-new`, "a file");
  const plan = moved(home, "/src/app", "/new");
  expect(codesOf(plan)).toEqual([
    "unreadable-file",
    "blocked-project-folder",
    "malformed-json",
    "malformed-json",
  ]);
  const next = moved(home, "/new", "/newest");
  expect(next.rewrites).toHaveLength(1);
  expect(existsSync(join(home, projects, "-src-app/empty.jsonl"))).toBe(true);
});
