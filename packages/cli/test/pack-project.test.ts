import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder, exampleHome, filesIn } from "./binary.js";
import { chatexport } from "./in-process.js";
import { kill } from "./killed.js";
import { homeOf, messagesIn, rowsIn, storesIn } from "./packs.js";
import { expectValid } from "./schemas.js";

/** A home without sessions, and a pack of a project of the example in it. */
async function packedProject(project: string) {
  const here = homeOf(exampleHome);
  const words = ["pack", "--project", project, "-o", "all.tar.gz", "--no-redact", "--json"];
  const { stdout } = await chatexport(here, ...words);
  expectValid("pack", JSON.parse(stdout));
  const there = emptyFolder();
  mkdirSync(join(there, "work"));
  cpSync(join(here, "all.tar.gz"), join(there, "all.tar.gz"));
  return { here, there, facts: JSON.parse(stdout) };
}

const unpack = ["unpack", "all.tar.gz", "--project", "work"];

it("takes the sessions of a project of all tools to another machine, and undo takes them back", async () => {
  const { here, there, facts } = await packedProject("tea-timer");
  const tools = new Set(facts.sessions.map(({ tool }: { tool: string }) => tool));
  expect([...tools].sort()).toEqual(["codex", "copilot", "droid", "gemini", "kimi"]);
  expect(facts.left).toEqual({});
  const before = storesIn(there);
  expect((await chatexport(there, ...unpack)).stderr).toContain("Codex has 3 sessions more");
  const folder = join(there, "work");
  const rows = await rowsIn(there);
  expect(rows.map(({ cwd }) => cwd)).toEqual(facts.sessions.map(() => folder));
  const ids = rows.map(({ id }) => id);
  const folders = [folder, "/home/mira/code/tea-timer"];
  expect(await messagesIn(there, ids, folders)).toEqual(await messagesIn(here, ids, folders));
  await chatexport(there, "undo", "--yes");
  expect(storesIn(there)).toEqual(before);
});

it("gives each session to another tool with what the list of its tool says of it", async () => {
  const here = emptyFolder();
  const sessions = join(here, ".continue/sessions");
  mkdirSync(sessions, { recursive: true });
  const write = (name: string, value: object) =>
    writeFileSync(join(sessions, `${name}.json`), JSON.stringify(value));
  const ids = ["5b0c1d2e-3f40-4a51-8b62-7c83d94ea05f", "6c1d2e3f-4051-4b62-9c73-8d94ea5fb160"];
  for (const sessionId of ids) {
    const message = { role: "user", content: `Water the ferns of ${sessionId}` };
    write(sessionId, { sessionId, title: "New Session", history: [{ message, contextItems: [] }] });
  }
  const place = { title: "New Session", workspaceDirectory: here };
  write(
    "sessions",
    ids.map((sessionId, day) => ({
      ...{ sessionId, ...place },
      dateCreated: `${Date.UTC(2026, 2, 3 + day)}`,
    })),
  );
  await chatexport(here, "pack", ...ids, "-o", "all.tar.gz");
  mkdirSync(join(here, "work"));
  await chatexport(here, ...unpack, "--in", "codex");
  const { stdout } = await chatexport(here, "list", "--from", "codex", "--json");
  expect(JSON.parse(stdout).map((row: { startedAt: string }) => row.startedAt)).toEqual([
    "2026-03-04T00:00:00.000Z",
    "2026-03-03T00:00:00.000Z",
  ]);
});

it("says which sessions of a project stay behind", async () => {
  const { facts } = await packedProject("lantern-shop");
  expect(facts.left).toEqual({ cursor: 3 });
  const here = homeOf(exampleHome);
  const pack = ["pack", "-o", "all.tar.gz", "--project"];
  const { stderr } = await chatexport(here, ...pack, "lantern-shop");
  expect(stderr.replace(/\s+/g, " ")).toContain(
    "Not packed, since their files cannot be: 3 of Cursor.",
  );
  const none = await chatexport(here, ...pack, "shop-that-is-not");
  expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("--project")]);
});

it("makes the sessions of a pack sessions of another tool, in one change", async () => {
  const { there } = await packedProject("tea-timer");
  const before = storesIn(there);
  const dry = await chatexport(there, ...unpack, "--in", "claude", "--dry-run");
  expect(dry.stderr.match(/would write/g)).toHaveLength(7);
  expect(storesIn(there)).toEqual(before);
  const printed = await chatexport(there, ...unpack, "--in", "claude", "--json");
  const lines = printed.stdout.trimEnd().split("\n");
  const outcomes = lines.map((line) => JSON.parse(line).outcome);
  expect(new Set(outcomes.map(({ change }) => change)).size).toBe(1);
  await chatexport(there, "undo", "--yes");
  expect(storesIn(there)).toEqual(before);
  const { stderr, stdout, exitCode } = await chatexport(there, ...unpack, "--in", "claude");
  expect([exitCode, stdout.match(/claude --resume/g)?.length]).toEqual([0, 7]);
  expect(stderr).toContain("chatexport undo takes all of it back.");
  expect(stderr).not.toContain("takes it back");
  const rows = await rowsIn(there);
  expect(rows.map(({ source, cwd }) => [source, cwd])).toEqual(
    rows.map(() => ["claude", join(there, "work")]),
  );
  expect(rows).toHaveLength(7);
});

it.each([
  ["once, when both have the same", "", 1],
  ["twice, when one has gone on", "Is it enough for two?", 2],
])("takes a session that two tools have %s", async (_, more, count) => {
  const here = homeOf(exampleHome, ".claude");
  const id = "2c116d2c-7292-483b-a311-f32e99308a78";
  mkdirSync(join(here, "work"));
  const continued = ["continue", id, "--from", "claude", "--project", "work", "--in"];
  await chatexport(here, ...continued, "codex");
  await chatexport(here, ...continued, "pi");
  const [name = ""] = filesIn(here).filter((path) => path.includes(".pi/"));
  const path = join(here, name);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const { id: parentId } = JSON.parse(lines.at(-1) ?? "");
  const message = { role: "user", content: [{ type: "text", text: more }] };
  const line = { type: "message", id: "0badcafe", parentId, timestamp: "2020-01-01T10:00:00.000Z" };
  // The newest session is packed first: that of Codex, which has less.
  if (more) writeFileSync(path, `${[...lines, JSON.stringify({ ...line, message })].join("\n")}\n`);
  await chatexport(here, "pack", "--project", "work", "-o", "all.tar.gz");
  const there = emptyFolder();
  mkdirSync(join(there, "work"));
  cpSync(join(here, "all.tar.gz"), join(there, "all.tar.gz"));
  const before = storesIn(there);
  const { stderr } = await chatexport(there, ...unpack, "--in", "claude");
  expect(stderr.includes("These contain all of 1 other session.")).toBe(count === 1);
  const ids = (await rowsIn(there)).map((row) => row.id);
  expect(new Set(ids).size).toBe(count);
  const shown = await chatexport(there, "export", "--to", "jsonl", "-o", "-");
  expect(shown.stdout.includes(more)).toBe(true);
  await chatexport(there, "undo", "--yes");
  expect(storesIn(there)).toEqual(before);
});

it("adds rows to a list that is there, and undo takes them out to the byte", async () => {
  const fixture = join(dirname(exampleHome), "../packages/source-continue/fixtures/one-of-each");
  const here = homeOf(join(fixture, "home"));
  const id = "5c000000-0000-4000-8000-000000000001";
  await chatexport(here, "pack", id, "-o", "all.tar.gz");
  const there = emptyFolder();
  mkdirSync(join(there, "work"));
  cpSync(join(here, "all.tar.gz"), join(there, "all.tar.gz"));
  const list = join(there, ".continue/sessions/sessions.json");
  mkdirSync(dirname(list), { recursive: true });
  const text = '[\n  {"sessionId": "other",   "title":"Other"}\n]\n';
  writeFileSync(list, text);
  await chatexport(there, ...unpack);
  const after = readFileSync(list, "utf8");
  expect(after).toContain('[\n  {"sessionId": "other",   "title":"Other"},\n  {');
  expect(JSON.parse(after)).toMatchObject([
    { sessionId: "other" },
    { sessionId: id, workspaceDirectory: expect.stringContaining(join(there, "work")) },
  ]);
  await chatexport(there, "undo", "--yes");
  expect(readFileSync(list, "utf8")).toBe(text);
  writeFileSync(list, "{");
  const damaged = await chatexport(there, ...unpack);
  expect(damaged.stderr.replace(/\s+/g, " ")).toContain("is no list of sessions");
  expect(storesIn(there)).toMatchObject({ ".continue/sessions/sessions.json": "{" });
});

it.each([1, 2, 6, 12])("leaves all as it was, or undo does, when it is killed (%i)", async (n) => {
  const { there } = await packedProject("tea-timer");
  const before = storesIn(there);
  kill(n, there, ...unpack);
  const { stderr } = await chatexport(there, ...unpack, "--dry-run");
  // The first name is that of the journal.
  if (n > 1) expect(stderr).toContain("was interrupted: run chatexport undo first.");
  await chatexport(there, "undo", "--yes");
  expect(storesIn(there)).toEqual(before);
  expect((await chatexport(there, ...unpack)).exitCode).toBe(0);
});
