import { rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, type LoadedSession, type SessionRef, sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt, stateOf } from "./store.js";

const transcript = { ".claude/projects/-p/s.jsonl": prompt("One", { slug: "calm-red-fox" }) };

async function read(home: string, reported: Diagnostic[] = []): Promise<LoadedSession[]> {
  const loaded: LoadedSession[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  for await (const each of sessions([claude({ home, memory: true })], { report }))
    loaded.push(each);
  return loaded;
}

async function list(home: string): Promise<SessionRef[]> {
  const { signal } = new AbortController();
  const refs: SessionRef[] = [];
  for await (const ref of claude({ home }).list({ report: () => {}, signal })) refs.push(ref);
  return refs;
}

test("a change of a plan, a todo list or a task changes the revision", async () => {
  const files = ["plans/calm-red-fox.md", "todos/s-agent-s.json", "tasks/s/1.json"];
  const home = folderWith({
    ...transcript,
    ...Object.fromEntries(files.map((path) => [`.claude/${path}`, "[]"])),
  });
  const revisions = new Set([(await list(home))[0]?.revision]);
  for (const path of files) {
    writeFileSync(join(home, ".claude", path), "[ ]");
    revisions.add((await list(home))[0]?.revision);
  }
  expect(revisions.size).toBe(files.length + 1);
});

test("a plan of more than 1 MiB is named, not read", async () => {
  const home = folderWith({
    ...transcript,
    ".claude/plans/calm-red-fox.md": "x".repeat(1024 * 1024 + 1),
  });
  const [loaded] = await read(home);
  expect(loaded?.session.attachments).toEqual([
    {
      type: "file",
      mediaType: "text/markdown",
      name: "calm-red-fox.md",
      path: join(home, ".claude/plans/calm-red-fox.md"),
      missing: "larger than 1 MiB",
      from: "tool",
    },
  ]);
});

test("links beside the transcripts are not followed", async () => {
  const home = folderWith({
    ...transcript,
    ".claude/plans/other.md": "secret",
    ".claude/tasks/other/1.json": '{"id":"1","subject":"secret","status":"pending"}',
  });
  symlinkSync("other.md", join(home, ".claude/plans/calm-red-fox.md"));
  symlinkSync("other", join(home, ".claude/tasks/s"));
  const [loaded] = await read(home);
  expect(loaded?.session.messages).toHaveLength(1);
  expect(loaded?.session.attachments).toBeUndefined();
});

test("a memory is not read through a link", async () => {
  const home = folderWith({ ...transcript, "notes/private.md": "secret" });
  symlinkSync(join(home, "notes"), join(home, ".claude/projects/-p/memory"));
  expect(await read(home)).toHaveLength(1);
});

test("a side file that is gone since it was listed is reported and costs nothing else", async () => {
  const home = folderWith({
    ...transcript,
    ".claude/plans/calm-red-fox.md": "# Plan",
    ".claude/tasks/s/1.json": '{"id":"1","subject":"Build","status":"pending"}',
  });
  const source = claude({ home });
  const reported: Diagnostic[] = [];
  const context = {
    report: (diagnostic: Diagnostic) => void reported.push(diagnostic),
    signal: new AbortController().signal,
  };
  for await (const ref of source.list(context)) {
    rmSync(join(home, ".claude/plans"), { recursive: true });
    rmSync(join(home, ".claude/tasks"), { recursive: true });
    const session = await source.load(ref, context);
    expect(session.attachments).toMatchObject([{ missing: "not readable" }]);
  }
  expect(reported.map(({ code, origin }) => [code, origin?.path])).toEqual([
    ["unreadable-file", join(home, ".claude/plans/calm-red-fox.md")],
    ["unreadable-file", join(home, ".claude/tasks/s/1.json")],
  ]);
});

test("a slug that is no plain name finds nothing", async () => {
  const home = folderWith({
    ".claude/projects/-p/s.jsonl": prompt("One", { slug: "../settings" }),
    ".claude/plans/x.md": "",
    ".claude/settings.md": "secret",
  });
  const [loaded] = await read(home);
  expect(loaded?.session.attachments).toBeUndefined();
});

test("a memory is as old as its youngest file, in lists only", async () => {
  const home = folderWith({
    ...transcript,
    ".claude/projects/-p/memory/MEMORY.md": "Tabs.",
    ".claude/projects/-p/memory/style.md": "Two spaces.",
  });
  const memory = join(home, ".claude/projects/-p/memory");
  utimesSync(join(memory, "MEMORY.md"), 1000, 1000);
  utimesSync(join(memory, "style.md"), 2000, 2000);
  const before = stateOf(home);
  const loaded = (await read(home)).find(({ session }) => session.format === "claude/memory");
  expect(loaded?.ref.updatedAt).toBe("1970-01-01T00:33:20.000Z");
  expect(loaded?.session.updatedAt).toBeUndefined();
  expect(loaded?.session.project).toEqual({ name: "shop", path: "/home/mira/shop" });
  expect(stateOf(home)).toEqual(before);
});

test("a memory without a session beside it has its project's folder for a name", async () => {
  const home = folderWith({ ".claude/projects/-home-mira-old/memory/MEMORY.md": "Moved." });
  const [loaded] = await read(home);
  expect(loaded?.session.project).toEqual({ name: "-home-mira-old" });
});

test("memories are listed only when they are asked for", async () => {
  const home = folderWith({
    ...transcript,
    ".claude/projects/-p/memory/MEMORY.md": "Tabs.",
  });
  expect(await list(home)).toHaveLength(1);
  expect(await read(home)).toHaveLength(2);
});
