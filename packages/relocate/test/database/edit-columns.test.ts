import { join } from "node:path";
import { openDatabase } from "@chatexport/sqlite";
import { expect, test } from "vitest";
import { createDatabase } from "../../../sqlite/test/support/databases.js";
import { planColumns } from "../../src/database/edit-columns.js";
import { pathMap } from "../../src/move/path-map.js";
import { homeWith } from "../claude/home.js";

test("Only the columns that place sessions change, and the database itself stays", () => {
  const home = homeWith({});
  const [path, target] = [join(home, "a.db"), join(home, "b.db")];
  createDatabase(path, [
    `CREATE TABLE threads (id TEXT PRIMARY KEY, cwd TEXT, policy TEXT, title TEXT);
    INSERT INTO threads VALUES ('1', '/src/app/lib', '{"roots": ["/src/app", "/tmp"]}', '/src/app');
    INSERT INTO threads VALUES ('2', '/src/application', 'no JSON: /src/app', '/src/app');`,
  ]);
  const map = pathMap([{ from: "/src/app", to: "/new" }]);
  const columns = { "threads.cwd": [], "threads.policy": ["roots.*"], "threads.none": [] };
  void planColumns(path, columns, map).rewrite?.write(target);
  const rowsOf = (file: string) => {
    const opened = openDatabase(file);
    const rows = opened.all("SELECT cwd, policy, title FROM threads").map(Object.values);
    opened.close();
    return rows;
  };
  const [, other] = rowsOf(path);
  expect(rowsOf(target)).toEqual([["/new/lib", '{"roots": ["/new", "/tmp"]}', "/src/app"], other]);
  expect(rowsOf(path)[0]?.[0]).toBe("/src/app/lib");
});

test.each([
  ["AFTER INSERT ON threads", true],
  ["AFTER UPDATE OF title ON threads", true],
  ["AFTER UPDATE ON items", true],
  ["AFTER UPDATE OF cwd ON items", true],
  ["AFTER UPDATE ON threads", false],
  ["BEFORE UPDATE OF title, cwd ON threads", false],
])("a trigger %s lets a database change: %s", (event, isChanged) => {
  const path = join(homeWith({}), "a.db");
  createDatabase(path, [
    `CREATE TABLE threads (cwd TEXT, title TEXT);
    INSERT INTO threads VALUES ('/src/app', 'One');
    CREATE TABLE items (cwd TEXT);
    CREATE TRIGGER noted ${event} BEGIN UPDATE threads SET title = 'Two'; END;`,
  ]);
  const { rewrite, note } = planColumns(
    path,
    { "threads.cwd": [] },
    pathMap([{ from: "/src/app", to: "/new" }]),
  );
  expect([rewrite !== undefined, note === undefined]).toEqual([isChanged, isChanged]);
  if (!rewrite) return;
  void rewrite.write(`${path}.new`);
  const opened = openDatabase(`${path}.new`);
  expect(opened.all("SELECT * FROM threads")).toEqual([{ cwd: "/new", title: "One" }]);
  opened.close();
});
