import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { afterAll, expect, test } from "vitest";
import { createDatabase, writingDriver } from "../../sqlite/test/support/databases.js";
import { changeDocument, changeLines, changeRows, type WritableDatabase } from "../src/index.js";

const folder = mkdtempSync(join(tmpdir(), "chatexport-rewritten-"));
afterAll(() => rmSync(folder, { recursive: true }));

const change = (record: JsonObject) =>
  record.id === "a" ? { ...record, wind: "north" } : record.id === "b" ? undefined : record;

test.each([
  ['[{"id":"a"},{"id":"b"},7,{"id":"c"}]', '[{"id":"a","wind":"north"},7,{"id":"c"}]'],
  ['{"id":"a"}', '{"id":"a","wind":"north"}'],
  ['{"id":"b"}', ""],
  ['{"id":', '{"id":'],
])("the document %s becomes %s", (before, after) => {
  const path = join(folder, "document.json");
  writeFileSync(path, before);
  changeDocument(path, change);
  expect(readFileSync(path, "utf8")).toBe(after);
});

test("lines are records; others stay", () => {
  const path = join(folder, "lines.jsonl");
  writeFileSync(path, '{"id":"a"}\n{"id":"b"}\n{"id":\n7\n{ "id": "c" }\n');
  changeLines(path, change);
  expect(readFileSync(path, "utf8")).toBe('{"id":"a","wind":"north"}\n{"id":\n7\n{ "id": "c" }\n');
});

test("rows are records with the JSON in them; a new field is a new column", () => {
  const path = join(folder, "rows.db");
  createDatabase(path, [
    "CREATE TABLE tides (id TEXT PRIMARY KEY, data TEXT, level INTEGER, photo BLOB)",
    `INSERT INTO tides VALUES ('a', '{"low":1}', 3, x'00ff'), ('b', '{}', 4, NULL), ('c', 'low', NULL, NULL)`,
  ]);
  const driver = writingDriver() as {
    DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
  };
  const database = new driver.DatabaseSync(path);
  const met: JsonObject[] = [];
  changeRows(database, "tides", (record) => {
    met.push(record);
    const changed = change(record);
    return changed?.wind ? { ...changed, data: { low: [2] }, level: null } : changed;
  });
  expect(met[0]).toEqual({ id: "a", data: { low: 1 }, level: 3 });
  const rows = database
    .prepare("SELECT id, data, level, hex(photo) AS photo, wind FROM tides")
    .all();
  database.close();
  expect(rows).toEqual([
    { id: "a", data: '{"low":[2]}', level: null, photo: "00FF", wind: "north" },
    { id: "c", data: "low", level: null, photo: "", wind: null },
  ]);
});
