import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findDriver } from "../src/find-driver.js";
import {
  type Database,
  type KeyValues,
  keyValues,
  openDatabase,
  textOfValue,
} from "../src/index.js";
import {
  type ColumnValue,
  createDatabase,
  insert,
  type TableContent,
  writeDatabase,
} from "./support/databases.js";

let folder: string;
let path: string;
let database: Database | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cursor-sqlite-"));
  path = join(folder, "state.vscdb");
});

afterEach(() => {
  database?.close();
  database = undefined;
  rmSync(folder, { recursive: true });
});

function opened(table = "cursorDiskKV"): KeyValues {
  database = openDatabase(path);
  const rows = keyValues(database, table);
  if (!rows) throw new Error(`no table ${table}`);
  return rows;
}

function stored(content: TableContent): KeyValues {
  writeDatabase(path, { cursorDiskKV: content });
  return opened();
}

const keysOf = (rows: KeyValues, prefix: string) => [...rows.keys(prefix)].map(({ key }) => key);

describe("keys", () => {
  test("of a prefix, in which every character means itself", () => {
    const rows = stored({
      rows: ["a_b:1", "aXb:1", "a%:1", "a", "a_b", "a_b;", "a_b:2", "A_B:1"].map((key) => [
        key,
        "{}",
      ]),
    });
    expect(keysOf(rows, "a_b:")).toEqual(["a_b:1", "a_b:2"]);
    expect(keysOf(rows, "a%")).toEqual(["a%:1"]);
    expect(keysOf(rows, "")).toHaveLength(8);
    expect(keysOf(rows, "none")).toEqual([]);
  });

  test("of a prefix that ends in any character", () => {
    const keys = [
      "é",
      "é1",
      "ê",
      "\u{10ffff}",
      "\u{10ffff}1",
      "\ud7ff",
      "\ud7ff1",
      "\ue000",
      "😀1",
      "😁",
    ];
    const rows = stored({ rows: keys.map((key) => [key, "{}"]) });
    expect(keysOf(rows, "é")).toEqual(["é", "é1"]);
    expect(keysOf(rows, "\u{10ffff}")).toEqual(["\u{10ffff}", "\u{10ffff}1"]);
    expect(keysOf(rows, "\ud7ff")).toEqual(["\ud7ff", "\ud7ff1"]);
    expect(keysOf(rows, "😀")).toEqual(["😀1"]);
  });

  test("come with the row, which is new when the value is", () => {
    writeDatabase(path, {
      cursorDiskKV: {
        rows: [
          ["a", "1"],
          ["b", "1"],
        ],
      },
    });
    createDatabase(path, [insert("cursorDiskKV", ["a", "2"])]);
    expect([...opened().keys("")]).toEqual([
      { key: "a", rowid: 3 },
      { key: "b", rowid: 2 },
    ]);
  });

  test("that are NULL are skipped", () => {
    const rows = stored({
      rows: [
        [null, "{}"],
        ["a", "{}"],
        [null, null],
      ],
    });
    expect(keysOf(rows, "")).toEqual(["a"]);
    expect(rows.extent("")).toEqual({ count: 1, newest: 2 });
  });

  test("may be asked for while others are read", () => {
    const rows = stored({ rows: ["a:1", "a:2", "b:1", "b:2"].map((key) => [key, "{}"]) });
    const pairs: string[] = [];
    for (const a of rows.keys("a:"))
      for (const b of rows.keys("b:")) {
        expect(rows.value(b.key).kind).toBe("text");
        pairs.push(a.key + b.key);
      }
    expect(pairs).toEqual(["a:1b:1", "a:1b:2", "a:2b:1", "a:2b:2"]);
  });
});

describe("a value", () => {
  test("is text, bytes, null, or missing", () => {
    const rows = stored({
      rows: [
        ["text", "grün"],
        ["bytes", Buffer.from("grün")],
        ["null", null],
        ["empty", new Uint8Array()],
        ["number", 1],
      ],
    });
    expect(rows.value("text")).toEqual({ kind: "text", text: "grün" });
    expect(rows.value("bytes").kind).toBe("bytes");
    expect(textOfValue(rows.value("bytes"))).toBe("grün");
    expect(rows.value("null")).toEqual({ kind: "null" });
    expect(textOfValue(rows.value("empty"))).toBe("");
    expect(rows.value("number")).toEqual({ kind: "text", text: "1" });
    expect(rows.value("none")).toEqual({ kind: "missing" });
    for (const key of ["text", "bytes"])
      expect(Buffer.from(rows.bytes(key) ?? []).toString()).toBe("grün");
    expect(Buffer.from(rows.bytes("number") ?? []).toString()).toBe("1");
    for (const key of ["null", "none"]) expect(rows.bytes(key)).toBeUndefined();
  });

  test("has its bytes in UTF-8, however the database keeps texts", () => {
    createDatabase(path, [
      "PRAGMA encoding = 'UTF-16le'",
      "CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)",
      insert("cursorDiskKV", ["text", "grün"]),
      insert("cursorDiskKV", ["bytes", Buffer.from('{"name":"grün"}')]),
    ]);
    if (findDriver("immutable") === undefined) {
      expect(opened).toThrow("UTF-16, for which Node 22.13 or newer is needed");
      return;
    }
    const rows = opened();
    expect(Buffer.from(rows.bytes("text") ?? []).toString()).toBe("grün");
    expect(Buffer.from(rows.bytes("bytes") ?? []).toString()).toBe('{"name":"grün"}');
    // Bytes are taken for UTF-16 by functions of SQLite.
    expect(rows.extract("bytes", ["$.name"])).toBeUndefined();
  });

  test("has all of its bytes when a text has a NUL", () => {
    createDatabase(path, [
      "CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)",
      "INSERT INTO cursorDiskKV VALUES ('file', CAST(x'610062' AS TEXT))",
    ]);
    expect(Buffer.from(opened().bytes("file") ?? []).toString()).toBe("a\0b");
  });

  test("gives some of its fields where it is an object", () => {
    const json = '{"name":"grün \\u00e9","list":[{"a":1.50},2],"none":null,"_":"x"}';
    const rows = stored({
      rows: [
        ["text", json],
        ["bytes", Buffer.from(json)],
      ],
    });
    const found = ["grün é", { a: 1.5 }, null, null, null];
    const paths = ["$.name", "$.list[0]", "$.list[2]", "$.none", "$.missing"];
    expect(rows.extract("text", paths)).toEqual(found);
    expect(rows.extract("bytes", paths)).toEqual(found);
  });

  test.each<[string, ColumnValue]>([
    ["a list", '[{"name":"A"}]'],
    ["a text", '"name"'],
    ["JSON that only SQLite would take", '{"name":"A",}'],
    ["no JSON", '{"name":"A'],
    ["NULL", null],
    ["a number", 1],
    ["empty", new Uint8Array()],
    [
      "nested deeper than SQLite looks",
      `{"name":"A","deep":${"[".repeat(2000)}${"]".repeat(2000)}}`,
    ],
  ])("gives no fields where it is %s", (_, value) => {
    const rows = stored({ rows: [["key", value]] });
    expect(rows.extract("key", ["$.name"])).toBeUndefined();
    expect(rows.extract("none", ["$.name"])).toBeUndefined();
  });
});

test("the extent of a prefix", () => {
  const rows = stored({ rows: ["a:1", "b:1", "a:2", "c:1"].map((key) => [key, "{}"]) });
  expect(rows.extent("a:")).toEqual({ count: 2, newest: 3 });
  expect(rows.extent("z:")).toEqual({ count: 0, newest: 0 });
});

test("the size of what is below a prefix, in bytes", () => {
  const values = ["\u00e4b", new Uint8Array(5000), null, "no more"];
  const rows = stored({ rows: values.map((value, at) => [at < 3 ? `a:${at}` : "b:1", value]) });
  expect(rows.size("a:")).toBe(5003);
  expect(rows.size("z:")).toBe(0);
});

test("the owners of a family", () => {
  const keys = [
    "bubbleId:2:a",
    "bubbleId:1:b",
    "bubbleId:1:a",
    "bubbleId:10:a",
    "bubbleId:1-1:a",
    "bubbleId:task-call_x\nfc_y:a",
    "bubbleId:task-call_x\nfc_y:b",
    "bubbleId:q:r:a",
    "bubbleIds:3:a",
    "composerData:1",
    "composerData:1-1",
    "composerData:12",
  ];
  const rows = stored({ rows: keys.map((key) => [key, "{}"]) });
  expect([...rows.owners("bubbleId:")].sort()).toEqual(
    ["1", "1-1", "10", "2", "q:r", "task-call_x\nfc_y"].sort(),
  );
  expect([...rows.owners("composerData:")]).toEqual(["1", "1-1", "12"]);
  expect([...rows.owners("none:")]).toEqual([]);
});

describe("a table", () => {
  test("with another key constraint", () => {
    const rows = stored({
      create: "CREATE TABLE cursorDiskKV (key TEXT PRIMARY KEY NOT NULL, value TEXT)",
      rows: [
        ["a:1", "{}"],
        ["a:2", "{}"],
      ],
    });
    expect([...rows.keys("a:")]).toEqual([
      { key: "a:1", rowid: 1 },
      { key: "a:2", rowid: 2 },
    ]);
  });

  test("without rows that have ids", () => {
    const create = "CREATE TABLE cursorDiskKV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID";
    writeDatabase(path, {
      cursorDiskKV: {
        create,
        rows: [
          ["a:1", "{}"],
          ["b:1", "{}"],
        ],
      },
    });
    const rows = opened("cursorDiskKV");
    expect([...rows.keys("a:")]).toEqual([{ key: "a:1", rowid: 0 }]);
    expect(rows.extent("a:")).toEqual({ count: 1, newest: 0 });
    expect([...rows.owners("a:")]).toEqual(["1"]);
    expect(rows.value("b:1")).toEqual({ kind: "text", text: "{}" });
  });

  test("that is missing, or has other columns, is none", () => {
    writeDatabase(path, { other: { rows: [{ name: "a" }] } });
    database = openDatabase(path);
    expect(keyValues(database, "ItemTable")).toBeUndefined();
    expect(keyValues(database, "other")).toBeUndefined();
  });
});

describe("a corrupt database", () => {
  const count = 400;
  const keyOf = (index: number) => `bubbleId:c${index % 4}:${String(index).padStart(4, "0")}`;
  const all = Array.from({ length: count }, (_, index) => keyOf(index));
  /** Its own letter in each row, so that a page can be told by what lies on it. */
  const contentOf = (index: number) => `<${index}>`.repeat(300);

  function writeAll(): Buffer {
    writeDatabase(path, {
      cursorDiskKV: { rows: all.map((key, index) => [key, contentOf(index)]) },
    });
    return readFileSync(path);
  }

  const pageSize = (bytes: Buffer) => bytes.readUInt16BE(16);
  /** Leaf pages of the index or of the table that hold the key. */
  function pagesWith(bytes: Buffer, key: string, type: "index" | "table"): number[] {
    const pages: number[] = [];
    for (let start = pageSize(bytes); start < bytes.length; start += pageSize(bytes)) {
      const page = bytes.subarray(start, start + pageSize(bytes));
      if (page[0] === (type === "index" ? 0x0a : 0x0d) && page.includes(key)) pages.push(start);
    }
    return pages;
  }

  function destroy(bytes: Buffer, pages: readonly number[]): void {
    expect(pages.length).toBeGreaterThan(0);
    for (const start of pages) bytes.fill(0, start, start + pageSize(bytes));
    writeFileSync(path, bytes);
  }

  const readable = (rows: KeyValues, keys: readonly string[]) =>
    keys.filter((key) => {
      const value = rows.value(key);
      return value.kind === "text" && value.text === contentOf(all.indexOf(key));
    });

  test("loses only the values of a damaged page of the table", () => {
    const bytes = writeAll();
    destroy(bytes, pagesWith(bytes, keyOf(200), "table"));
    const rows = opened();
    expect(keysOf(rows, "")).toHaveLength(count);
    expect(rows.value(keyOf(200))).toMatchObject({
      kind: "unreadable",
      cause: { problem: "corrupt" },
    });
    const left = readable(rows, all);
    expect(left.length).toBeLessThan(count);
    expect(left.length).toBeGreaterThan(count - 20);
    expect(rows.extract(keyOf(200), ["$.name"])).toBeUndefined();
    expect(rows.bytes(keyOf(200))).toBeUndefined();
    expect(rows.damage?.problem).toBe("corrupt");
  });

  test.each([
    ["at the beginning", [0]],
    ["in the middle", [201]],
    ["at the end", [399]],
    ["in several places", [0, 201, 399]],
  ])("still has all keys and values when the index is damaged %s", (_, places) => {
    const bytes = writeAll();
    destroy(
      bytes,
      places.flatMap((index) => pagesWith(bytes, keyOf(index), "index")),
    );
    const rows = opened();
    expect([...rows.owners("bubbleId:")].sort()).toEqual(["c0", "c1", "c2", "c3"]);
    expect(keysOf(rows, "").sort()).toEqual([...all].sort());
    expect(keysOf(rows, "bubbleId:c1:").sort()).toEqual(
      all.filter((key) => key.startsWith("bubbleId:c1:")),
    );
    expect(rows.extent("bubbleId:c1:").count).toBe(count / 4);
    expect(readable(rows, all)).toEqual(all);
    expect(rows.value("bubbleId:c1:none")).toEqual({ kind: "missing" });
  });

  test.each([
    ["at the beginning", [0]],
    ["in the middle", [201]],
    ["at the end", [399]],
    ["in several places", [0, 100, 201, 399]],
  ])("hands out the other keys once when the table is damaged too, %s", (_, places) => {
    const bytes = writeAll();
    const tablePages = places.flatMap((index) => pagesWith(bytes, keyOf(index), "table"));
    destroy(bytes, [...pagesWith(bytes, keyOf(201), "index"), ...new Set(tablePages)]);
    const rows = opened();
    const keys = keysOf(rows, "");
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(count - 20 * (places.length + 1));
    expect(readable(rows, keys).length).toBeGreaterThan(count - 20 * places.length);
  });

  test("comes to an end when rows of a damaged page stand in a wrong order", () => {
    const bytes = writeAll();
    const [page = 0] = pagesWith(bytes, keyOf(200), "table");
    const [cell = 0] = [bytes.readUInt16BE(page + 8 + 2 * (bytes.readUInt16BE(page + 3) - 1))];
    // The last row of the page says that it is the third; both lengths take two bytes.
    expect((bytes[page + cell] ?? 0) & 0x80).toBe(0x80);
    bytes.writeUInt16BE(0x8003, page + cell + 2);
    const behind = pagesWith(bytes, keyOf(230), "table");
    expect(behind).not.toEqual([page]);
    destroy(bytes, [...pagesWith(bytes, keyOf(201), "index"), ...behind]);
    const keys = keysOf(opened(), "");
    expect(keys.length).toBeGreaterThan(count - 40);
  });

  test("has all keys when a page of the index leads to no row and SQLite does not notice", () => {
    writeDatabase(path, { cursorDiskKV: { rows: ["a:1", "a:2", "b:1"].map((key) => [key, key]) } });
    const bytes = readFileSync(path);
    for (const page of pagesWith(bytes, "a:1", "index"))
      bytes.fill(0, page + 100, page + pageSize(bytes));
    writeFileSync(path, bytes);
    const rows = opened();
    expect(keysOf(rows, "a:").sort()).toEqual(["a:1", "a:2"]);
    expect(rows.value("b:1")).toEqual({ kind: "text", text: "b:1" });
    expect(rows.extent("a:").count).toBe(2);
    expect([...rows.owners("a:")].sort()).toEqual(["1", "2"]);
    expect(rows.damage?.problem).toBe("corrupt");
  });
});
