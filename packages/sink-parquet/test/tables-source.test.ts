import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type Diagnostic, type Session, sessions } from "@chatexport/core";
import { countSessions } from "@chatexport/document/statistics";
import { answer, prompt, ran, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { newFolder } from "../../../tests/sinks/run-dataset.js";
import { isTables, tablesSource } from "../src/tables-source.js";
import { writeTables } from "./tables.js";

async function read(folders: readonly string[], sources?: readonly string[]) {
  const found: Parameters<ReturnType<typeof countSessions>["add"]>[0][] = [];
  for await (const loaded of sessions([tablesSource(folders, sources)])) found.push(loaded);
  return found;
}

function statisticsOf(found: Awaited<ReturnType<typeof read>>) {
  const counter = countSessions(found.map(({ ref }) => ref));
  for (const each of found) counter.add(each);
  return counter.result();
}

const used = { inputTokens: 100, cacheReadTokens: 40, outputTokens: 7 };
const cost = { amount: 0.25, currency: "USD" };

/** Two days, two models, a call that failed, a copy, a session with nothing but a total, and a sub-agent alone. */
function variedSessions(): Session[] {
  const at = (day: number) => `2026-06-0${day}T10:00:00.000Z`;
  const failed = { ...ran("ls", "no"), status: "failed" as const };
  const first = sessionOf([
    { ...prompt("p", "Go."), createdAt: at(1) },
    { ...answer("a", "Gone."), createdAt: at(1), model: "large", usage: { ...used, cost } },
    { ...answer("b", ""), parts: [failed], createdAt: at(2), model: "small", usage: used },
  ]);
  const copiedFrom = { sessionId: first.id, messageId: "a" };
  const fork = sessionOf([
    { ...answer("c", "Gone."), createdAt: at(1), model: "large", usage: used, copiedFrom },
    { ...answer("d", "On."), createdAt: at(3), model: "large", usage: used },
  ]);
  const total = { ...sessionOf([prompt("p", "Hi"), answer("a", "Ho")]), usage: used };
  return [
    { ...first, project: { name: "shop" }, startedAt: at(1) },
    { ...fork, id: "fork", startedAt: at(3) },
    { ...total, id: "total", model: "mini" },
    { ...total, id: "agent", parent: { relation: "subagent" } },
  ];
}

test.each([
  ["samples", sampleSessions()],
  ["varied sessions", variedSessions()],
])("%s count as much in tables as in their stores", async (_, all) => {
  const folder = newFolder();
  await writeTables(folder, all);
  const refs = all.map((session) => ({ session, ref: refOf(session) }));
  expect(statisticsOf(await read([folder]))).toEqual(statisticsOf(refs));
});

function refOf({ id, source, project }: Session) {
  return { ...{ id, source, revision: "1", locator: null }, ...(project && { project }) };
}

test("a session that is in the tables of two machines counts once", async () => {
  const [first, second] = [newFolder(), newFolder()];
  await writeTables(first, variedSessions());
  await writeTables(second, variedSessions().slice(0, 2));
  expect(statisticsOf(await read([first, second]))).toEqual(statisticsOf(await read([first])));
  expect(await read([first], ["other"])).toEqual([]);
});

test("tables of another version are not counted", async () => {
  const folder = newFolder();
  await writeTables(folder, variedSessions());
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"version": 1', '"version": 9'));
  const reported: string[] = [];
  const report = ({ message }: Diagnostic) => void reported.push(message);
  for await (const _ of sessions([tablesSource([folder])], { report }));
  expect(reported).toEqual([expect.stringContaining("holds tables of version 9")]);
});

test("its stores are the folders of tables", async () => {
  const [folder, other] = [newFolder(), newFolder()];
  await writeTables(folder, variedSessions());
  expect([isTables(folder), isTables(other)]).toEqual([true, false]);
  const stores = await tablesSource([folder, other]).stores(contextFor({}, {}));
  expect(stores).toMatchObject([
    { found: true, readable: true, sessions: 4 },
    { found: false, sessions: 0 },
  ]);
});
