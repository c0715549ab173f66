import { join } from "node:path";
import { openDatabase } from "@chatexport/sqlite";
import { expect, test } from "vitest";
import { createDatabase } from "../../../sqlite/test/support/databases.js";
import { withoutRows, withValue } from "../../src/records.js";
import { homeWith } from "../claude/home.js";

const sql = `CREATE TABLE threads (id TEXT PRIMARY KEY, name TEXT);
  CREATE TABLE items (id TEXT, thread_id TEXT);
  INSERT INTO threads VALUES ('1', 'One'), ('2', 'Two');
  INSERT INTO items VALUES ('2', '1'), ('1', '2'), ('3', '2');`;

function newDatabase() {
  const home = homeWith({});
  const [path, target] = [join(home, "a.db"), join(home, "b.db")] as const;
  createDatabase(path, [sql]);
  return { path, target };
}

function rowsOf(path: string): unknown[][] {
  const database = openDatabase(path);
  const rows = ["threads", "items"].map((table) =>
    database.all(`SELECT * FROM ${table}`).map((row) => Object.values(row).join(" ")),
  );
  database.close();
  return rows;
}

test("Rows go that name an id in one of the columns, and the database itself stays", () => {
  const { path, target } = newDatabase();
  const before = rowsOf(path);
  void withoutRows(path, ["threads.id", "*.thread_id"], ["1", "none"])?.write(target);
  expect(rowsOf(target)).toEqual([["2 Two"], ["1 2", "3 2"]]);
  expect(rowsOf(path)).toEqual(before);
});

test("A row gets a value, and no other one", () => {
  const { path, target } = newDatabase();
  void withValue(path, { table: "threads", key: "id", column: "name" }, "2", "It's")?.write(target);
  expect(rowsOf(target)[0]).toEqual(["1 One", "2 It's"]);
});

test("A database without such rows, tables or columns does not change", () => {
  const { path } = newDatabase();
  expect(withoutRows(path, ["*.thread_id", "none.id"], ["7"])).toBeUndefined();
  const place = { table: "threads", key: "id", column: "name" };
  expect(withValue(path, place, "7", "Seven")).toBeUndefined();
  expect(withValue(path, { ...place, column: "title" }, "1", "One")).toBeUndefined();
  expect(withValue(path, { ...place, table: "none" }, "1", "One")).toBeUndefined();
});

test("A database that cannot be read is named", () => {
  const path = join(homeWith({ "a.db": "no database" }), "a.db");
  const unreadable = expect.objectContaining({ code: "unreadable", paths: [path] });
  expect(() => withoutRows(path, ["*.id"], ["1"])).toThrow(unreadable);
});
