import { closeSync, fstatSync, readSync, realpathSync, statSync } from "node:fs";
import { type Bytes, openFile } from "@chatexport/core/read";
import { type DatabaseError, databaseError, errorOf } from "./database-error.js";

/** A database and what lies beside it. */
export interface DatabaseFiles {
  /** With links resolved, as SQLite looks for the other files. */
  path: string;
  size: number;
  /** Bytes of `-wal`; undefined: there is none. */
  wal: number | undefined;
  shm: boolean;
  /** Bytes of `-journal`. */
  journal: number;
  /** Changes whenever the database itself does, without what lies beside it. */
  content: string;
  /** Changes whenever the database, its `-wal` or its `-journal` does. */
  state: string;
}

/**
 * The way to open a database so that nothing changes beside it.
 *
 * - `empty`: it has no bytes, so there is nothing to open;
 * - `plain`: as usual, for rollback-journal mode;
 * - `shared`: in WAL mode, by the `-shm` that is there already, whether or not its program runs;
 * - `immutable`: in WAL mode, when `-wal` holds nothing;
 * - `linked`: as long as nothing changes, by a link in a folder of our own, beside which SQLite may write;
 * - `copy`: as a private copy, which SQLite may change;
 * - `recovery`: the same, for a database that a crash left in the middle of a transaction.
 */
export type Way = "empty" | "plain" | "shared" | "immutable" | "linked" | "copy" | "recovery";

/** Looks without opening: closing a file would drop the locks that this process has on it. */
export function lookAt(path: string): DatabaseFiles {
  try {
    const real = realpathSync(path);
    const [database, wal, journal, shm] = ["", "-wal", "-journal", "-shm"].map((suffix) =>
      statSync(real + suffix, { bigint: true, throwIfNoEntry: false }),
    );
    if (!database?.isFile()) throw notADatabase(path);
    // SQLite would open them without a look, and wait at a pipe for ever.
    if ([wal, journal, shm].some((file) => file && !file.isFile()))
      throw errorOf(
        "unreadable",
        path,
        "has a -wal, -journal or -shm beside it that is no file: remove that and try again",
      );
    const [content = "", ...beside] = [database, wal, journal].map(
      (file) => file && `${file.ino}:${file.size}:${file.mtimeNs}`,
    );
    return {
      path: real,
      size: Number(database.size),
      wal: wal && Number(wal.size),
      shm: shm !== undefined,
      journal: Number(journal?.size ?? 0),
      content,
      state: [content, ...beside].join(" "),
    };
  } catch (cause) {
    throw databaseError(path, cause);
  }
}

const magic = "SQLite format 3\0";

/**
 * True when a file is a database, or has the name of one: a damaged one is told as such, any other file is
 * not.
 */
export function looksLikeDatabase(path: string): boolean {
  if (/\.(?:db|sqlite3?|vscdb)$/.test(path)) return true;
  try {
    return readBytes(path, magic.length).toString("latin1") === magic;
  } catch {
    return false;
  }
}

/** The ways to open a database, the best first. Throws for a file that is no database. */
export function waysToOpen(files: DatabaseFiles): Way[] {
  if (files.size === 0) return ["empty"];
  const header = readBytes(files.path, 20);
  if (header.toString("latin1", 0, magic.length) !== magic) throw notADatabase(files.path);
  // SQLite overwrites the first bytes of a journal that it keeps but has no more use for.
  const isHot =
    files.journal > 0 && readBytes(`${files.path}-journal`, 8).some((byte) => byte !== 0);
  if (isHot) return ["recovery"];
  // Whatever the header says, SQLite uses a `-wal` that is there.
  const walMode = header[18] === 2 || files.wal !== undefined;
  if (!walMode) return ["plain", "linked", "copy"];
  const ways: Way[] = [];
  if (files.wal !== undefined && files.shm) ways.push("shared");
  if (!files.wal) ways.push("immutable", "linked");
  return [...ways, "copy"];
}

/** True when a database opened in this way before may be read on, now that its files are as they are. */
export function stillFits(way: Way, before: DatabaseFiles, now: DatabaseFiles): boolean {
  return fits[way](before, now);
}

const fits: Record<Way, (before: DatabaseFiles, now: DatabaseFiles) => boolean> = {
  empty: (_, now) => now.size === 0,
  plain: (_, now) => now.wal === undefined,
  shared: (before, now) => now.wal !== undefined && now.shm && now.path === before.path,
  immutable: (before, now) => now.state === before.state,
  linked: (before, now) => now.state === before.state,
  // It is whole, though older.
  copy: () => true,
  recovery: () => true,
};

/** Some bytes from the start of a file, or at its end. Throws `DatabaseError`. */
export function readBytes(path: string, length: number, from: "start" | "end" = "start"): Bytes {
  const bytes = Buffer.alloc(length);
  try {
    const file = openFile(path);
    try {
      const position = from === "start" ? 0 : Math.max(fstatSync(file).size - length, 0);
      return bytes.subarray(0, readSync(file, bytes, 0, length, position));
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw databaseError(path, cause);
  }
}

function notADatabase(path: string): DatabaseError {
  return errorOf("not-a-database", path, "is not an SQLite database");
}
