import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  allMessages,
  type JsonObject,
  type Message,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { answer, prompt, ran, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { newFolder } from "../../../tests/sinks/run-dataset.js";
import parquet from "../src/index.js";
import { tableNames } from "../src/tables/index.js";
import { ask, contentOf, writeTables } from "./tables.js";

const samples = sampleSessions();

/** A session of one prompt and one answer. */
function talk(id: string, startedAt: string, fields: Partial<Session> = {}): Session {
  const messages = [
    prompt("p", `Who is ${id}?`),
    { ...answer("a", "Nobody."), model: "mock-1", usage: { inputTokens: 10, outputTokens: 5 } },
  ];
  return { ...sessionOf(messages), id, startedAt, ...fields };
}

const june = talk("june", "2026-06-30T23:59:59.999Z");
const july = talk("july", "2026-07-01T00:00:00.000Z");

test("every session, message, call and edit has its row", async () => {
  const folder = newFolder();
  await writeTables(folder, samples);
  const members = samples.flatMap((session) => [...withSubagents(session)]);
  const messages = members.flatMap((session) => [...allMessages(session)]);
  const parts = messages.flatMap((message) => message.parts);
  const calls = parts.filter((part) => part.type === "tool-call");
  const edits = parts.flatMap((part) => ("edits" in part ? (part.edits ?? []) : []));
  const counts = await Promise.all(
    ["sessions", "messages", "tool_calls", "edits"].map((table) =>
      ask(folder, `SELECT count(*)::INT AS rows FROM ${table}`),
    ),
  );
  expect(counts.flat().map((row) => Object(row).rows)).toEqual([
    ...[members.length, messages.length, calls.length, edits.length],
  ]);
  const said = await ask(
    folder,
    "SELECT text FROM parts WHERE type = 'text' AND NOT is_in_result ORDER BY text COLLATE C",
  ).catch(() => ask(folder, "SELECT text FROM parts WHERE type = 'text' AND NOT is_in_result"));
  const expected = parts.flatMap((part) =>
    part.type === "text" ? [part.text.toWellFormed()] : [],
  );
  expect(said.map((row) => Object(row).text).sort()).toEqual(expected.sort());
});

test("a call has its result, its arguments as JSON, and its times in UTC", async () => {
  const folder = newFolder();
  const call = {
    ...ran("ls", "a.ts"),
    input: { command: "ls", __proto__: 1, deep: [{ "a b": null }] },
    startedAt: "2026-06-01T10:00:00.500Z",
  };
  const session = sessionOf([prompt("p", "What is there?"), { ...answer("a", ""), parts: [call] }]);
  await writeTables(folder, [{ ...session, id: "s" }]);
  const [row] = await ask(
    folder,
    `SELECT kind, command, input->>'command' AS argument, input->'deep'->0->>'a b' AS gone,
      started_at::VARCHAR AS started, result, status, typeof(input) AS type FROM tool_calls`,
  );
  expect(row).toEqual({
    ...{ kind: "execute", command: "ls", argument: "ls", gone: null, type: "JSON" },
    ...{ started: "2026-06-01 10:00:00.5", result: "a.ts", status: "completed" },
  });
});

test("an edit has its lines, and a result without its call all that came with it", async () => {
  const folder = newFolder();
  const range = { start: 3, end: 4 };
  const edit = { path: "a.ts", kind: "update" as const, range, after: "b" };
  const lost = {
    ...{ type: "tool-result" as const, toolCallId: "gone" },
    result: { content: [{ type: "text" as const, text: "out" }], isError: true, exitCode: 2 },
  };
  const edits = { type: "edit" as const, edits: [edit] };
  await writeTables(folder, [
    { ...june, messages: [{ ...answer("a", ""), parts: [edits, lost] }] },
  ]);
  const [lines] = await ask(folder, "SELECT first_line::INT AS a, last_line::INT AS b FROM edits");
  expect(lines).toEqual({ a: 3, b: 4 });
  const [row] = await ask(
    folder,
    "SELECT text, call_id, result->>'exitCode' AS code FROM parts WHERE type = 'tool-result'",
  );
  expect(row).toEqual({ text: "out", call_id: "gone", code: "2" });
});

test("the rows of a session are in the month in which it began", async () => {
  const folder = newFolder();
  await writeTables(folder, [june, july, { ...talk("none", ""), startedAt: undefined } as never]);
  const rows = await ask(folder, "SELECT session_id, source, month FROM sessions ORDER BY month");
  expect(rows).toEqual([
    { session_id: "june", source: "demo", month: "2026-06" },
    { session_id: "july", source: "demo", month: "2026-07" },
    { session_id: "none", source: "demo", month: null },
  ]);
});

test("what is up to date is not written, and one that has changed writes its month alone", async () => {
  const folder = newFolder();
  const first = await writeTables(folder, [june, july], { revision: "1" });
  expect(first.files.map(({ state }) => state)).toEqual(Array(12).fill("new"));
  const before = contentOf(folder);
  expect(await writeTables(folder, [june, july])).toMatchObject({ written: [], files: [] });
  expect(contentOf(folder)).toEqual(before);

  const { written, files } = await writeTables(folder, [july], { revision: "2" });
  expect(written).toEqual(["july"]);
  const changed = files.filter(({ state }) => state === "changed").map(({ path }) => path);
  expect(changed).toEqual([join(folder, "sessions/source=demo/month=2026-07/data.parquet")]);
  const after = contentOf(folder);
  for (const name of Object.keys(before).filter((each) => each.includes("2026-06")))
    expect(after[name]).toBe(before[name]);
});

test("a session that is gone from its store stays", async () => {
  const folder = newFolder();
  await writeTables(folder, [talk("a", "2026-06-01T00:00:00Z"), june]);
  await writeTables(folder, [talk("c", "2026-06-02T00:00:00Z")]);
  const rows = await ask(folder, "SELECT session_id FROM usage ORDER BY session_id");
  expect(rows.map((row) => Object(row).session_id)).toEqual(["a", "c", "june"]);
});

test("a session stays in its month when its store says another one", async () => {
  const folder = newFolder();
  await writeTables(folder, [june]);
  await writeTables(folder, [{ ...june, startedAt: "2026-07-02T00:00:00Z" }], { revision: "2" });
  expect(
    await ask(folder, "SELECT month, count(*)::INT AS n FROM messages GROUP BY month"),
  ).toEqual([{ month: "2026-06", n: 2 }]);
});

test("a run that was interrupted is made good by the next one", async () => {
  const sessions = [june, july, talk("june-2", "2026-06-10T00:00:00Z")];
  const whole = newFolder();
  await writeTables(whole, sessions);
  for (const [done, table] of tableNames.entries()) {
    const folder = newFolder();
    await writeTables(folder, sessions.slice(0, 2));
    // As when it was killed after it had placed the files of these tables.
    for (const name of tableNames.slice(0, done + 1))
      cpSync(join(whole, name), join(folder, name), { recursive: true, force: true });
    await writeTables(folder, sessions);
    expect(contentOf(folder), table).toEqual(contentOf(whole));
  }
});

test("rows of a session that never became complete are dropped", async () => {
  const [folder, other] = [newFolder(), newFolder()];
  await writeTables(folder, [june]);
  await writeTables(other, [june, talk("lost", "2026-06-20T00:00:00Z")]);
  const name = "messages/source=demo/month=2026-06/data.parquet";
  cpSync(join(other, name), join(folder, name));
  await writeTables(folder, [june], { revision: "2" });
  const rows = await ask(folder, "SELECT DISTINCT session_id FROM messages");
  expect(rows).toEqual([{ session_id: "june" }]);
});

test("a response and its copies are counted once", async () => {
  const folder = newFolder();
  const copied: Message[] = june.messages.map((message) => ({
    ...message,
    id: `copy-of-${message.id}`,
    copiedFrom: { sessionId: "june", messageId: message.id },
  }));
  const fork = talk("fork", "2026-07-03T00:00:00Z");
  fork.messages = [...copied, ...fork.messages];
  await writeTables(folder, [june, fork]);
  const [sum] = await ask(folder, "SELECT sum(input_tokens)::INT AS tokens FROM usage");
  expect(sum).toEqual({ tokens: 20 });
  const [own] = await ask(folder, "SELECT count(*)::INT AS n FROM messages WHERE NOT is_copy");
  expect(own).toEqual({ n: 4 });

  // Alone, the copies are all there is of the original.
  const alone = newFolder();
  await writeTables(alone, [fork]);
  const keys = await ask(alone, "SELECT usage_key FROM usage ORDER BY usage_key");
  expect(keys).toEqual([{ usage_key: "fork/a" }, { usage_key: "june/a" }]);
});

test("a total counts only where messages have no numbers", async () => {
  const folder = newFolder();
  const usage = { inputTokens: 1000, cost: { amount: 0.25, currency: "USD" } };
  const silent = talk("silent", "2026-06-01T00:00:00Z", { usage, model: "mock-2" });
  silent.messages = [prompt("p", "Hello"), answer("a", "Hi")];
  await writeTables(folder, [{ ...june, usage }, silent]);
  const rows = await ask(
    folder,
    "SELECT session_id, message_id, model, input_tokens::INT AS input, cost FROM usage ORDER BY session_id",
  );
  expect(rows).toEqual([
    { session_id: "june", message_id: "a", model: "mock-1", input: 10, cost: null },
    { session_id: "silent", message_id: null, model: "mock-2", input: 1000, cost: 0.25 },
  ]);
});

test("a session of which no rows can be made leaves the others, and what was there of it", async () => {
  const folder = newFolder();
  let deep: JsonObject = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  const other = talk("other", "2026-06-02T00:00:00Z");
  await writeTables(folder, [june]);
  const broken = { ...june, native: deep };
  const { reported } = await writeTables(folder, [broken, other], { revision: "2" });
  expect(reported).toMatchObject([{ code: "session-failed", source: "demo", session: "june" }]);
  const rows = await ask(folder, "SELECT session_id, revision FROM sessions ORDER BY session_id");
  expect(rows).toEqual([
    { session_id: "june", revision: "1" },
    { session_id: "other", revision: "2" },
  ]);
});

test("rows that were left in another month by a run that was killed do not come back", async () => {
  const [folder, other] = [newFolder(), newFolder()];
  await writeTables(folder, [june]);
  await writeTables(other, [june, talk("lost", "2026-06-20T00:00:00Z")]);
  const name = "messages/source=demo/month=2026-06/data.parquet";
  cpSync(join(other, name), join(folder, name));
  await writeTables(folder, [talk("lost", "2026-08-01T00:00:00Z")]);
  await writeTables(folder, [june], { revision: "2" });
  const rows = await ask(folder, "SELECT month FROM messages WHERE session_id = 'lost'");
  expect(rows).toEqual([{ month: "2026-08" }, { month: "2026-08" }]);
});

test("the machine has its name in each session", async () => {
  const folder = newFolder();
  await writeTables(folder, [june], { machine: "lena's laptop" });
  expect(await ask(folder, "SELECT machine FROM sessions")).toEqual([{ machine: "lena's laptop" }]);
  expect(() => parquet({ machines: "x" } as never)).toThrow(TypeError);
});

test("a name of a source leads out of no folder", async () => {
  const folder = newFolder();
  for (const source of ["../../up", "..", "", "a=b/c*", "✓"]) {
    const one = talk("one", "2026-06-01T00:00:00Z", { source });
    await writeTables(folder, [one]);
    expect((await writeTables(folder, [one])).written).toEqual([]);
  }
  const files = Object.keys(contentOf(join(folder, ".."))).map((name) => join(folder, "..", name));
  expect(files.filter((path) => !path.startsWith(join(folder, "/")))).toEqual([]);
  const rows = await ask(folder, "SELECT source FROM sessions WHERE source = 'a=b/c*'");
  expect(rows).toHaveLength(1);
});

test("another folder, tables of another version, and damaged tables are refused", async () => {
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, "notes.md"), "Mine.\n");
  await expect(writeTables(folder, [june])).rejects.toThrow("holds something else");

  const later = newFolder();
  await writeTables(later, [june]);
  const manifest = join(later, "manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"version": 1', '"version": 9'));
  await expect(writeTables(later, [june])).rejects.toThrow("tables of version 9");

  const damaged = newFolder();
  await writeTables(damaged, [june]);
  const path = join(damaged, "sessions/source=demo/month=2026-06/data.parquet");
  writeFileSync(path, readFileSync(path).subarray(0, 100));
  await expect(writeTables(damaged, [june])).rejects.toThrow(`${path} is damaged`);
  rmSync(path);
  expect((await writeTables(damaged, [june])).written).toEqual(["june"]);
});

test("the manifest names each file with its rows", async () => {
  const folder = newFolder();
  await writeTables(folder, [june]);
  await writeTables(folder, [july]);
  const { files } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  expect(files).toHaveLength(12);
  expect(files[2]).toMatchObject({
    ...{ name: "messages/source=demo/month=2026-06/data.parquet", rows: 2 },
  });
});
