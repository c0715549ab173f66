import { statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type Diagnostic, type Session, tallyAddsUp } from "@chatexport/core";
import { expect, test } from "vitest";
import { listWebSessions } from "../src/formats/web/list-web-sessions.js";
import { loadWebSession } from "../src/formats/web/load-web-session.js";
import type { FoundSession } from "../src/head/locator.js";
import { isWebSession } from "../src/locate/disk.js";
import { folderWith } from "./store.js";

/** Lists and loads the only file of a store, with what is told about it. */
async function read(name: string, content: string, size?: number) {
  const path = join(folderWith({ [name]: content }), name);
  if (size !== undefined) truncateSync(path, size);
  const told: string[] = [];
  const report = ({ code, origin }: Diagnostic) => told.push(`${code} ${origin?.at}`);
  const context = contextFor({ report }, {});
  const stat = statSync(path);
  const file = { path, size: stat.size, modified: stat.mtimeMs, changed: stat.ctimeMs };
  const found: FoundSession[] = listWebSessions([file], {}, context);
  const sessions: Session[] = [];
  for (const { locator, ...rest } of found) {
    if (locator.format !== "claude/web") throw new Error("another format");
    const ref = { ...rest, locator: { ...locator } };
    sessions.push(await loadWebSession(ref, locator, context));
  }
  return { found, session: sessions[0], told, context };
}

const entry = (type: string, text: string, more: object = {}) => ({
  type,
  message: { role: type, content: text },
  ...more,
});

const textsOf = ({ messages }: Session) =>
  messages.map(({ parts: [part] }) => (part && "text" in part ? part.text : part?.type));

test.each([
  ['{"loglines":[]}', true],
  ['\uFEFF\n  {\n\t"loglines" : [', true],
  ['{"loglines"', false],
  ['{"id": 1, "loglines": []}', false],
  ['[{"loglines": []}]', false],
  ['{"type":"user"}', false],
  ["", false],
  [`${" ".repeat(5000)}{"loglines":[]}`, false],
])("tells from %j whether a file is a saved session", (content, is) => {
  expect(isWebSession(join(folderWith({ "a.json": content }), "a.json"))).toBe(is);
});

test("tells of no file and of a folder that they are none", () => {
  const folder = folderWith({ "a/b.json": "" });
  expect(isWebSession(join(folder, "missing.json"))).toBe(false);
  expect(isWebSession(join(folder, "a"))).toBe(false);
});

test("reads records without links as one line, in their order", async () => {
  const loglines = [
    entry("user", "Add a sum."),
    entry("assistant", "Done."),
    entry("user", "Add a product."),
    entry("assistant", "Done, too."),
    entry("assistant", "Anything else?"),
  ];
  const { session, told } = await read("maths.json", JSON.stringify({ loglines }));
  expect(told).toEqual([]);
  expect(session?.id).toBe("maths");
  expect(session?.title).toBe("Add a sum");
  expect(session && textsOf(session)).toEqual([
    "Add a sum.",
    "Done.",
    "Add a product.",
    "Done, too.",
    "Anything else?",
  ]);
  expect(session?.branches).toBeUndefined();
  expect(session?.messages.map(({ origin }) => origin?.at)).toEqual([1, 2, 3, 4, 5]);
  expect(session?.records).toEqual({ read: 5, kept: 5 });
});

test("takes sub-agents out of the line", async () => {
  const loglines = [
    entry("user", "Survey the tests.", { uuid: "a", parentUuid: null }),
    entry("user", "List all tests.", { uuid: "b", parentUuid: null, isSidechain: true }),
    entry("assistant", "There are two.", { uuid: "c", parentUuid: "b", isSidechain: true }),
    entry("assistant", "Two tests.", { uuid: "d", parentUuid: "a" }),
  ];
  const { session } = await read("survey.json", JSON.stringify({ loglines }));
  expect(session && textsOf(session)).toEqual(["Survey the tests.", "Two tests."]);
  expect(session?.subagents?.map(textsOf)).toEqual([["List all tests.", "There are two."]]);
});

test("keeps what else the file says, and the id that the records name", async () => {
  const diff = "x".repeat(2000);
  const loglines = [entry("user", "Hello.", { session_id: "session_01" })];
  const content = JSON.stringify({ loglines, title: "Greeting", diff });
  const { session } = await read("hello.json", content);
  expect(session?.native).toEqual({ title: "Greeting", diff, session_id: "session_01" });
});

test("counts and reports entries that are no records", async () => {
  const content = JSON.stringify({ loglines: ["?", entry("user", "Hello."), null] });
  const { session, told } = await read("hello.json", content);
  expect(told).toEqual(["malformed-entry 1", "malformed-entry 3"]);
  expect(session && tallyAddsUp(session.records)).toBe(true);
  expect(session?.records).toEqual({ read: 3, kept: 1, malformed: 2 });
});

test.each([
  ['{"loglines": [', "malformed-web-session"],
  ['{"loglines": {}}', "malformed-web-session"],
  ['{"loglines": []}', "empty-transcript"],
  ['{"loglines": [{"type": "custom-title", "customTitle": "x"}]}', "empty-transcript"],
])("with %j there is no session, which is told", async (content, code) => {
  const { found, told } = await read("a.json", content);
  expect(found).toEqual([]);
  expect(told).toEqual([`${code} undefined`]);
});

test("leaves out a file of more than 64 MiB, and says so", async () => {
  const { found, told } = await read("huge.json", '{"loglines": [', 64 * 1024 * 1024 + 1);
  expect(found).toEqual([]);
  expect(told).toEqual(["large-web-session undefined"]);
});

test("cannot load a file that is no session any more", async () => {
  const content = JSON.stringify({ loglines: [entry("user", "Hello.")] });
  const { found, context } = await read("a.json", content);
  const locator = found[0]?.locator;
  if (!found[0] || locator?.format !== "claude/web") throw new Error("not listed");
  writeFileSync(locator.path, "{}");
  const ref = { ...found[0], locator: { ...locator } };
  await expect(loadWebSession(ref, locator, context)).rejects.toThrow("any more");
});

test("an entry without a word for its type hides no other session", async () => {
  const loglines = [{ type: { toString: 1, valueOf: 1 } }, entry("user", "One")];
  const { found } = await read("web.json", JSON.stringify({ loglines }));
  expect(found).toHaveLength(1);
});
