import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type Diagnostic, type SessionRef } from "@chatexport/core";
import { expect, test } from "vitest";
import claudeAi from "../src/index.js";
import { folderWith } from "./folder.js";

const bakery = { uuid: "p1", name: "Bakery", prompt_template: "Answer in grams.", docs: [] };
const memory = { account_uuid: "a1", conversations_memory: "Mira bakes.", project_memories: {} };

async function listed(folder: string, memory = true) {
  const diagnostics: Diagnostic[] = [];
  const source = claudeAi({ roots: [folder], memory });
  const context = contextFor({ report: (each) => void diagnostics.push(each) }, {});
  const refs: SessionRef[] = [];
  for await (const ref of source.list(context)) refs.push(ref);
  return { source, context, refs, diagnostics };
}

function exportWith(projects: unknown, memories: unknown): string {
  return folderWith({
    "conversations.json": "[]",
    "projects.json": typeof projects === "string" ? projects : JSON.stringify(projects),
    "memories.json": typeof memories === "string" ? memories : JSON.stringify(memories),
  });
}

test("projects and memories are listed only when they are asked for", async () => {
  const folder = exportWith([bakery], [memory]);
  const { refs, diagnostics } = await listed(folder, false);
  expect(refs).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "unlisted-files", origin: { path: folder } }]);
  expect((await listed(folder)).refs.map(({ id }) => id)).toEqual(["project-p1", "memory-a1"]);
});

test("a project has another revision when what is remembered of it changes", async () => {
  const revision = async (project_memories: object) =>
    (await listed(exportWith([bakery], [{ ...memory, project_memories }]))).refs[0]?.revision;
  expect(await revision({ p1: "The oven is small." })).not.toBe(await revision({}));
});

test("a file that is no list is reported and hides no other one", async () => {
  const folder = exportWith('{"a": 1}', [7, memory, "text"]);
  const { refs, diagnostics } = await listed(folder);
  expect(refs.map(({ id }) => id)).toEqual(["memory-a1"]);
  const [path, memories] = [join(folder, "projects.json"), join(folder, "memories.json")];
  expect(diagnostics).toMatchObject([
    { code: "malformed-export", origin: { path } },
    { code: "malformed-entry", origin: { path: memories, at: "/0" } },
    { code: "malformed-entry", origin: { path: memories, at: "/2" } },
  ]);
});

test("values of another kind in a project are kept as they are, and told", async () => {
  const odd = { ...bakery, name: ["Bakery"], prompt_template: { text: "Weigh it." }, docs: "none" };
  const { source, context, refs } = await listed(exportWith(["text", odd], []));
  const [project] = refs;
  if (!project) throw new Error("There is no project.");
  const { native, records, origin } = await source.load(project, context);
  expect(native).toEqual({
    name: ["Bakery"],
    prompt_template: { text: "Weigh it." },
    docs: "none",
  });
  expect(Object.keys(records.unknownFields ?? {})).toEqual([
    "project-key.docs",
    "project-key.prompt_template",
  ]);
  expect(origin?.at).toBe("/1");
});

test("a search looks into both files and at the names of their texts", async () => {
  const { source, context, refs } = await listed(exportWith([bakery], [memory]));
  const [project] = refs;
  if (!project) throw new Error("There is no project.");
  for (const words of [["grams"], ["bakes"], ["instructions"]])
    expect(await source.mayContain?.(project, words, context), words[0]).toBe(true);
  expect(await source.mayContain?.(project, ["butter"], context)).toBe(false);
});

test("a project that is gone since it was listed cannot be loaded", async () => {
  const folder = exportWith([bakery], [memory]);
  const { source, context, refs } = await listed(folder);
  const [project] = refs;
  if (!project) throw new Error("There is no project.");
  writeFileSync(join(folder, "projects.json"), "[]");
  await expect(source.load(project, context)).rejects.toThrow("has changed since");
  rmSync(join(folder, "projects.json"));
  await expect(source.load(project, context)).rejects.toThrow("has changed since");
});
