import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, homeWith, line, moved, prompt, put } from "./home.js";

const projects = ".claude/projects";
const id = "11111111-1111-4111-8111-111111111111";
const [oldFolder, newFolder] = [`${projects}/-src-app`, `${projects}/-new`];

/** A home with both folders; the last of the files of a name was changed last. */
function homeWithBoth(before: Record<string, string>, after: Record<string, string>): string {
  const home = homeWith({});
  put(home, `${oldFolder}/a.jsonl`, prompt("/src/app"));
  put(home, `${newFolder}/b.jsonl`, prompt("/new"));
  for (const [name, text] of Object.entries(before)) put(home, `${oldFolder}/${name}`, text, 2);
  for (const [name, text] of Object.entries(after)) put(home, `${newFolder}/${name}`, text, 3);
  return home;
}

function read(home: string, name: string): string {
  return readFileSync(join(home, newFolder, name), "utf8");
}

test("What the new folder does not have goes into it", () => {
  const home = homeWithBoth(
    { [`${id}/subagents/agent-1.jsonl`]: prompt("/src/app"), "memory/A.md": "a" },
    { [`${id}/subagents/agent-2.jsonl`]: prompt("/new"), "memory/B.md": "b" },
  );
  const plan = moved(home, "/src/app", "/new");
  expect(filesIn(home)).toEqual({
    [`${newFolder}/a.jsonl`]: prompt("/new"),
    [`${newFolder}/b.jsonl`]: prompt("/new"),
    [`${newFolder}/${id}/subagents/agent-1.jsonl`]: prompt("/new"),
    [`${newFolder}/${id}/subagents/agent-2.jsonl`]: prompt("/new"),
    [`${newFolder}/memory/A.md`]: "a",
    [`${newFolder}/memory/B.md`]: "b",
  });
  expect(existsSync(join(home, oldFolder))).toBe(false);
  expect(plan.notes).toEqual([]);
});

test.each([2, 4])("Of two transcripts of one name no line is lost (day %i)", (day) => {
  const [shared, left, right] = ["shared", "left", "right"];
  const home = homeWithBoth(
    {},
    { [`${id}.jsonl`]: prompt("/new", shared) + prompt("/new", right) },
  );
  put(
    home,
    `${oldFolder}/${id}.jsonl`,
    prompt("/src/app", shared) + prompt("/src/app", left) + prompt("/src/app", left).trimEnd(),
    day,
  );
  moved(home, "/src/app", "/new");
  const [p, l, r] = [shared, left, right].map((text) => prompt("/new", text));
  // Whichever was changed last comes last, and what had no end gets one where something follows.
  expect(read(home, `${id}.jsonl`)).toBe(
    day === 2 ? `${p}${l}${l}${r}` : `${p}${r}${l}${l?.trimEnd()}`,
  );
  const { mtime } = statSync(join(home, newFolder, `${id}.jsonl`));
  expect(mtime).toEqual(new Date(Date.UTC(2026, 0, 1 + Math.max(day, 3))));
});

test("A transcript that continues the other one takes its place, whichever is newer", () => {
  const start = prompt("/src/app", "one");
  const cut = '{"type":"us';
  const home = homeWithBoth(
    { "x.jsonl": start + cut, "y.jsonl": start + line({ type: "user" }), "z.jsonl": start },
    {
      "x.jsonl": `${prompt("/new", "one") + cut}er"}\n`,
      "y.jsonl": prompt("/new", "one"),
      "z.jsonl": prompt("/new", "one"),
    },
  );
  const plan = moved(home, "/src/app", "/new");
  expect(read(home, "x.jsonl")).toBe(`${prompt("/new", "one") + cut}er"}\n`);
  expect(read(home, "y.jsonl")).toBe(prompt("/new", "one") + line({ type: "user" }));
  expect(read(home, "z.jsonl")).toBe(prompt("/new", "one"));
  expect(plan.notes).toEqual([]);
});

test("Other files that differ both stay, and the same ones become one", () => {
  const home = homeWithBoth(
    {
      "memory/MEMORY.md": "old",
      "memory/MEMORY.moved.md": "x",
      "memory/same.md": "same",
      plain: "1",
    },
    { "memory/MEMORY.md": "new", "memory/same.md": "same", "plain/file": "2" },
  );
  const plan = moved(home, "/src/app", "/new");
  expect(read(home, "memory/MEMORY.md")).toBe("new");
  expect(read(home, "memory/MEMORY.moved-2.md")).toBe("old");
  expect(read(home, "memory/MEMORY.moved.md")).toBe("x");
  expect(read(home, "memory/same.md")).toBe("same");
  expect(read(home, "plain/file")).toBe("2");
  expect(read(home, "plain.moved")).toBe("1");
  expect(plan.notes.map(({ code }) => code)).toEqual(["kept-both", "kept-both"]);
  expect(existsSync(join(home, oldFolder))).toBe(false);
});

test("Of two indexes the new one gets the entries that it lacks", () => {
  const entry = (sessionId: string, projectPath: string, more = "") =>
    `{"sessionId": "${sessionId}",  "projectPath": "${projectPath}"${more}}`;
  const home = homeWithBoth(
    { "sessions-index.json": `{"entries":[${entry("a", "/src/app")},${entry("b", "/src/app")}]}` },
    { "sessions-index.json": `{"version": 1.0, "entries": [${entry("b", "/new", ',"x":1')}] }` },
  );
  moved(home, "/src/app", "/new");
  expect(read(home, "sessions-index.json")).toBe(
    `{"version": 1.0, "entries": [${entry("b", "/new", ',"x":1')},${entry("a", "/new")}] }`,
  );
  const broken = homeWithBoth({ "sessions-index.json": "{" }, { "sessions-index.json": "{}" });
  moved(broken, "/src/app", "/new");
  expect(read(broken, "sessions-index.json")).toBe("{}");
  expect(read(broken, "sessions-index.moved.json")).toBe("{");
});

test("Folders of several old paths lead to one", () => {
  const home = homeWith({
    [`${projects}/-src-my_app/${id}.jsonl`]: prompt("/src/my_app", "one"),
    [`${projects}/-src-my-app/${id}.jsonl`]: prompt("/src/my_app", "two"),
    [`${newFolder}/${id}.jsonl`]: prompt("/new", "three"),
  });
  moved(home, "/src/my_app", "/new");
  const lines = read(home, `${id}.jsonl`).trimEnd().split("\n").sort();
  expect(lines).toEqual(["one", "three", "two"].map((text) => prompt("/new", text).trimEnd()));
  expect(Object.keys(filesIn(home))).toEqual([`${newFolder}/${id}.jsonl`]);
});

test("The state of a project gets what only its old entry has, and shows no secret", () => {
  const secret = ["sk", "ant", "x".repeat(20)].join("-");
  const state = (entries: string) =>
    `\ufeff{\r\n  "oauth": "${secret}", "n": 1.00,\r\n  "projects": {${entries}},\r\n  "x": "/src/app" }`;
  const home = homeWith({
    ".claude.json": state(
      ` "/src/app": {"a": 1.0, "tools": ["x","y"], "key": "${secret}"} , "/é": {},\r\n "/new": {"a": 2, "tools": [ "y" ]}, "/src/app/lib": {"b": "${secret}"} `,
    ),
  });
  const plan = moved(home, "/src/app", "/new");
  expect(readFileSync(join(home, ".claude.json"), "utf8")).toBe(
    state(
      ` "/é": {},\r\n "/new": {"a": 2, "tools": [ "y","x" ],"key": "${secret}"}, "/new/lib": {"b": "${secret}"} `,
    ),
  );
  expect(JSON.stringify(plan)).not.toContain(secret);
  expect(plan.rewrites).toMatchObject([
    { changes: [{ field: "projects.*", from: "/src/app", to: "/new", count: 2 }] },
  ]);
});

test("Entries of the state that cannot be merged keep their names", () => {
  const state = '{"projects": {"/src/app": 1, "/new": {}, "/src/app/b": {}, "/new/b": null}}';
  const home = homeWith({ ".claude.json": state });
  expect(moved(home, "/src/app", "/new").rewrites).toEqual([]);
  const empty = homeWith({
    ".claude.json": '{"projects":{"/src/app":{"a":[1,2],"b":{}},"/x":{},"/new":{"a":[],"b":1}}}',
  });
  moved(empty, "/src/app", "/new");
  expect(readFileSync(join(empty, ".claude.json"), "utf8")).toBe(
    '{"projects":{"/x":{},"/new":{"a":[1,2],"b":1}}}',
  );
});
