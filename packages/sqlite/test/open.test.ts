import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findDriver } from "../src/find-driver.js";
import {
  createDatabases,
  type Database,
  DatabaseError,
  keyValues,
  openDatabase,
} from "../src/index.js";
import {
  createDatabase,
  insert,
  runElsewhere,
  startWriter,
  type Writer,
  writeDatabase,
} from "./support/databases.js";

let folder: string;
let path: string;
let temporary: string;
const writers: Writer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cursor-sqlite-"));
  path = join(folder, "globalStorage", "state.vscdb");
  // Private copies show up here, and only those of this test.
  temporary = join(folder, "temporary");
  mkdirSync(temporary);
  for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, temporary);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const writer of writers.splice(0)) await writer.kill();
  rmSync(folder, { recursive: true });
});

async function writerOf(database: string): Promise<Writer> {
  const writer = await startWriter(database);
  writers.push(writer);
  return writer;
}

/** Names, sizes and times of everything beside the database. */
function state(): string[] {
  const store = join(folder, "globalStorage");
  return readdirSync(store).map((name) => {
    const { size, mtimeNs, mode } = statSync(join(store, name), { bigint: true });
    return `${name} ${size} ${mtimeNs} ${mode}`;
  });
}

/** The keys of `ItemTable`, read after opening and before closing, with nothing changed beside it. */
function keysUntouched(): unknown[] {
  const before = state();
  const database = openDatabase(path);
  try {
    return database.all("SELECT key FROM ItemTable ORDER BY key").map(({ key }) => key);
  } finally {
    database.close();
    expect(state()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  }
}

/** True when a database stays as it was when it was opened while Cursor had it open. */
function isCopy({ driver }: Database): boolean {
  return driver === "node-sqlite3-wasm";
}

function problemOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DatabaseError) return error.problem;
    throw error;
  }
  return "none";
}

const items = (...keys: string[]) => ({ ItemTable: { rows: keys.map((key) => [key, "{}"]) } });

describe("a database in WAL mode", () => {
  test("that nobody has open is read without creating its -shm and -wal", () => {
    writeDatabase(path, items("a"));
    expect(state()).toHaveLength(1);
    expect(keysUntouched()).toEqual(["a"]);
  });

  test("that another process writes gives the newest committed state", async () => {
    writeDatabase(path, items("a"));
    const writer = await writerOf(path);
    await writer.run(insert("ItemTable", ["b", "{}"]));
    expect(state()).toHaveLength(3);
    expect(keysUntouched()).toEqual(["a", "b"]);
    await writer.run("BEGIN", insert("ItemTable", ["c", "{}"]));
    expect(keysUntouched()).toEqual(["a", "b"]);
    await writer.run("COMMIT");
    expect(keysUntouched()).toEqual(["a", "b", "c"]);
  });

  test("that another process has open without having written anything", async () => {
    writeDatabase(path, items("a"));
    const writer = await writerOf(path);
    await writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
    expect(keysUntouched()).toEqual(["a"]);
  });

  test("whose writer died is read with what lies in -wal", async () => {
    writeDatabase(path, items("a"));
    const writer = await writerOf(path);
    await writer.run(insert("ItemTable", ["b", "{}"]));
    await writer.kill();
    expect(state()).toHaveLength(3);
    expect(keysUntouched()).toEqual(["a", "b"]);
  });

  test("that came with -wal but without -shm is copied", async () => {
    const original = join(folder, "original.vscdb");
    writeDatabase(original, items("a"));
    const writer = await writerOf(original);
    await writer.run(insert("ItemTable", ["b", "{}"]));
    mkdirSync(join(folder, "globalStorage"));
    copyFileSync(original, path);
    copyFileSync(`${original}-wal`, `${path}-wal`);

    const before = state();
    const database = openDatabase(path);
    // A process that is killed now leaves nothing behind.
    if (process.platform !== "win32") expect(readdirSync(temporary)).toEqual([]);
    expect(database.all("SELECT key FROM ItemTable ORDER BY key")).toHaveLength(2);
    expect(database.path).toBe(path);
    database.close();
    expect(readdirSync(temporary)).toEqual([]);
    expect(state()).toEqual(before);
  });

  test("whose -wal and -shm are left over and empty", () => {
    writeDatabase(path, items("a"));
    writeFileSync(`${path}-wal`, "");
    writeFileSync(`${path}-shm`, "");
    expect(keysUntouched()).toEqual(["a"]);
  });

  test("that is written to while it is read without a lock", () => {
    writeDatabase(path, items("a"));
    const database = openDatabase(path);
    const writeMeanwhile = () => utimesSync(path, 1, 1);
    expect(database.snapshot(() => database.all("SELECT key FROM ItemTable"))).toHaveLength(1);
    expect(problemOf(() => database.snapshot(writeMeanwhile))).toBe("locked");
    database.close();
  });

  test("in a folder whose name has a meaning in URIs", () => {
    path = join(folder, "globalStorage", "50% off? #1 a b.vscdb");
    writeDatabase(path, items("a"));
    expect(keysUntouched()).toEqual(["a"]);
  });

  test.skipIf(process.platform === "win32")(
    "in a folder and of files that only may be read",
    () => {
      writeDatabase(path, items("a"));
      chmodSync(folder, 0o755);
      chmodSync(path, 0o444);
      chmodSync(join(folder, "globalStorage"), 0o555);
      // Modes do not hold root, so that somebody else has to read.
      const isRoot = process.getuid?.() === 0;
      if (isRoot) process.seteuid?.(65534);
      try {
        expect(keysUntouched()).toEqual(["a"]);
      } finally {
        if (isRoot) process.seteuid?.(0);
        chmodSync(join(folder, "globalStorage"), 0o700);
      }
    },
  );
});

describe("a database in rollback-journal mode", () => {
  test("is read in place", () => {
    writeDatabase(path, items("a"), "delete");
    expect(keysUntouched()).toEqual(["a"]);
  });

  test("that another process has locked is copied", async () => {
    writeDatabase(path, items("a"), "delete");
    const writer = await writerOf(path);
    await writer.run("BEGIN EXCLUSIVE");
    expect(keysUntouched()).toEqual(["a"]);
  }, 30_000);

  test("that is left in the middle of a transaction is read as it was before", async () => {
    writeDatabase(path, items("a"), "delete");
    const writer = await writerOf(path);
    // Without cache the change is written to the database before it is committed.
    await writer.run(
      "PRAGMA cache_size = 1",
      "PRAGMA cache_spill = 1",
      "BEGIN",
      insert("ItemTable", ["b", "x".repeat(200_000)]),
    );
    await writer.kill();
    expect(readdirSync(join(folder, "globalStorage"))).toContain("state.vscdb-journal");
    if (findDriver("recovery")) expect(keysUntouched()).toEqual(["a"]);
    else expect(() => openDatabase(path)).toThrow("use Node 22.13 or newer");
  });
});

describe("a database that a stranger made", () => {
  test("cannot have a file removed by the journal beside it", () => {
    writeDatabase(path, items("a"), "delete");
    const other = join(folder, "precious.txt");
    writeFileSync(other, "precious");
    writeFileSync(`${path}-journal`, journalNaming(other, readFileSync(path)));
    const expected = findDriver("recovery") ? "unreadable" : "no-driver";
    expect(problemOf(() => openDatabase(path))).toBe(expected);
    expect(readFileSync(other, "utf8")).toBe("precious");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    "CREATE VIEW ItemTable AS WITH RECURSIVE t(key, value) AS (SELECT 'a', 1 UNION ALL SELECT key, value FROM t) SELECT * FROM t",
    "CREATE VIRTUAL TABLE ItemTable USING fts5(key, value)",
    "CREATE VIEW ITEMTABLE AS SELECT 1 AS key, 2 AS value",
    "CREATE TABLE ItemTable (key TEXT, value AS (key LIKE '%a%a%a%a%a%b'))",
  ])("has no table that is made while it is read: %s", (made) => {
    createDatabase(path, [made, "CREATE TABLE other (key TEXT, value AS (key || 1) STORED)"]);
    const database = openDatabase(path);
    expect([...database.tables()]).not.toContain("ItemTable");
    expect(() => database.tables().has("ItemTable")).toThrow(/a view, a virtual table/);
    expect(problemOf(() => database.columns("ItemTable"))).toBe("computed");
    expect(problemOf(() => keyValues(database, "ItemTable"))).toBe("computed");
    expect(database.tables().has("other")).toBe(true);
    database.close();
  });
});

/** A journal that would leave a database as it is, and ends with the name of another file. */
function journalNaming(other: string, database: Buffer): Buffer {
  const mark = Buffer.from("d9d505f920a163d7", "hex");
  const pageSize = database.readUInt16BE(16);
  const name = Buffer.from(other);
  const checksum = name.reduce((sum, byte) => sum + byte, 0);
  const start = Buffer.concat([
    mark,
    numbers(0, 0, database.length / pageSize, 512, pageSize),
    Buffer.alloc(512 - mark.length - 5 * 4),
  ]);
  const end = [numbers(2 ** 30 / pageSize + 1), name, numbers(name.length, checksum), mark];
  return Buffer.concat([start, ...end]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

describe("what is no database", () => {
  test("a file without bytes has no tables", () => {
    mkdirSync(join(folder, "globalStorage"));
    writeFileSync(path, "");
    const database = openDatabase(path);
    expect([...database.tables()]).toEqual([]);
    expect([...database.columns("ItemTable")]).toEqual([]);
    database.close();
    expect(readdirSync(join(folder, "globalStorage"))).toEqual(["state.vscdb"]);
    expect(statSync(path).size).toBe(0);
  });

  test.each([
    ["text", "not a database at all, though long enough to hold the header of one"],
    ["a few bytes", "SQLite"],
  ])("%s", (_, content) => {
    mkdirSync(join(folder, "globalStorage"));
    writeFileSync(path, content);
    expect(problemOf(() => openDatabase(path))).toBe("not-a-database");
  });

  test("garbage behind the first bytes of a database", () => {
    mkdirSync(join(folder, "globalStorage"));
    writeFileSync(
      path,
      Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5000, 0xa7)]),
    );
    expect(() => openDatabase(path)).toThrow(DatabaseError);
    expect(() => openDatabase(path)).not.toThrow(/UTF-16/);
  });

  test("a folder", () => {
    mkdirSync(path, { recursive: true });
    expect(problemOf(() => openDatabase(path))).toBe("not-a-database");
  });

  test("nothing", () => {
    expect(problemOf(() => openDatabase(path))).toBe("missing");
    expect(existsSync(path)).toBe(false);
  });
});

describe("a database that is open", () => {
  test("cannot be written", () => {
    writeDatabase(path, items("a"), "delete");
    const database = openDatabase(path);
    expect(problemOf(() => database.all("INSERT INTO ItemTable VALUES ('b', 1)"))).toBe(
      "unreadable",
    );
    database.close();
  });

  test("gives text, bytes, numbers and null", () => {
    createDatabase(path, [
      "CREATE TABLE t (text, bytes, whole, fraction, large, empty)",
      `INSERT INTO t VALUES ('grün', x'00ff', 7, 1.5, 9007199254740993, NULL)`,
    ]);
    const database = openDatabase(path);
    const row = { ...database.get("SELECT * FROM t") };
    database.close();
    expect(row.bytes).toBeInstanceOf(Uint8Array);
    expect([...(row.bytes as Uint8Array)]).toEqual([0, 255]);
    expect({ ...row, bytes: undefined }).toEqual({
      text: "grün",
      bytes: undefined,
      whole: 7,
      fraction: 1.5,
      large: Number(9007199254740993n),
      empty: null,
    });
  });

  test("has many iterators at once, of one statement too, and queries between them", () => {
    writeDatabase(path, items("a", "b", "c"));
    const database = openDatabase(path);
    const sql = "SELECT key FROM ItemTable ORDER BY key";
    const iterators = [database.iterate(sql), database.iterate(sql), database.iterate(sql)];
    const seen = iterators.map(() => "");
    for (let round = 0; round < 3; round++)
      for (const [index, iterator] of iterators.entries()) {
        seen[index] += String(iterator.next().value?.key);
        expect(database.all(sql)).toHaveLength(3);
      }
    expect(seen).toEqual(["abc", "abc", "abc"]);
    expect(iterators.map((iterator) => iterator.next().done)).toEqual([true, true, true]);
    const left = database.iterate(sql);
    left.next();
    database.close();
    expect(() => left.return?.()).not.toThrow();
  });

  test("holds a statement as long as its iterator runs", () => {
    const keys = Array.from(
      { length: 2000 },
      (_, index) => `key-${String(index).padStart(5, "0")}`,
    );
    writeDatabase(path, items(...keys));
    const database = openDatabase(path);
    const read: unknown[] = [];
    for (const { key } of database.iterate("SELECT key FROM ItemTable ORDER BY key")) {
      read.push(key);
      // Garbage, so that what nobody holds is collected.
      new Array(1000).fill({});
    }
    database.close();
    expect(read).toEqual(keys);
  });

  test("stays in one state during a snapshot", async () => {
    writeDatabase(path, items("a"));
    const writer = await writerOf(path);
    await writer.run(insert("ItemTable", ["b", "{}"]));
    const database = openDatabase(path);
    const count = () => database.get("SELECT count(*) AS n FROM ItemTable")?.n;
    const outer = database.iterate("SELECT key FROM ItemTable");
    outer.next();
    const counts = database.snapshot(() => {
      const first = count();
      runElsewhere(path, insert("ItemTable", ["c", "{}"]));
      return [first, count(), database.snapshot(count)];
    });
    expect(counts).toEqual([2, 2, 2]);
    outer.return?.();
    expect(count()).toBe(isCopy(database) ? 2 : 3);
    const failure = () => {
      throw new Error("not the database's");
    };
    expect(() => database.snapshot(failure)).toThrow("not the database's");
    runElsewhere(path, insert("ItemTable", ["d", "{}"]));
    expect(count()).toBe(isCopy(database) ? 2 : 4);
    database.close();
  });
});

describe("the databases of a source", () => {
  test("are opened once", () => {
    writeDatabase(path, items("a"));
    const databases = createDatabases();
    expect(databases.open(path)).toBe(databases.open(path));
    databases.close();
  });

  test("do not stay open by the hundred, and each can be asked for again", () => {
    const paths = Array.from({ length: 70 }, (_, index) => join(folder, `${index}.vscdb`));
    writeDatabase(path, items("a"));
    for (const copy of paths) copyFileSync(path, copy);
    const databases = createDatabases();
    const first = databases.open(path);
    for (const copy of paths) expect(databases.open(copy).tables()).toContain("ItemTable");
    expect(() => first.tables()).toThrow(DatabaseError);
    const again = databases.open(path);
    expect(again.all("SELECT key FROM ItemTable")).toHaveLength(1);
    expect(databases.open(path)).toBe(again);
    databases.close();
  });

  test("are opened anew when Cursor has started meanwhile", async () => {
    writeDatabase(path, items("a"));
    const databases = createDatabases();
    const before = databases.open(path);
    const writer = await writerOf(path);
    await writer.run(insert("ItemTable", ["b", "{}"]));
    const after = databases.open(path);
    expect(after).not.toBe(before);
    expect(after.all("SELECT key FROM ItemTable")).toHaveLength(2);
    expect(before.all("SELECT key FROM ItemTable")).toHaveLength(1);
    await writer.run(insert("ItemTable", ["c", "{}"]));
    expect(databases.open(path)).toBe(after);
    expect(after.all("SELECT key FROM ItemTable")).toHaveLength(isCopy(after) ? 2 : 3);
    databases.close();
  });
});
