import { chmodSync, constants, copyFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type PrivateFolder, privateFolder } from "@chatexport/core/read";
import { type DatabaseError, databaseError, errorOf } from "./database-error.js";
import { type DatabaseFiles, lookAt, readBytes } from "./database-files.js";

const largest = 1024 ** 3;
const attempts = 5;

/** Copies a database with `-wal` and `-journal`. Throws above 1 GiB, or when it changes all the time. */
export function copyPrivately(path: string, reason: DatabaseError | undefined): PrivateFolder {
  const files = lookAt(path);
  if (files.size + (files.wal ?? 0) + files.journal > largest) throw tooLarge(path, reason);
  return aside((target) => copyTo(path, target, reason));
}

/** Links to a database. Throws where the system has no links. */
export function linkPrivately(path: string): PrivateFolder {
  return aside((target) => symlinkSync(path, target));
}

function aside(make: (target: string) => void): PrivateFolder {
  const { path: folder, remove } = privateFolder();
  const path = join(folder, "copy.db");
  try {
    make(path);
  } catch (cause) {
    remove();
    throw cause;
  }
  return { path, remove };
}

/**
 * Copies a database with its `-wal` and `-journal` to `target` and beside it, for this user alone. Throws when
 * it changes all the time; then what was copied is left there.
 */
export function copyTo(path: string, target: string, reason?: DatabaseError): void {
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = lookAt(path);
      copyFiles(before, target);
      refuseOtherFiles(path, `${target}-journal`, before);
      // A checkpoint in the middle would have moved pages from a file not yet copied to one that was.
      if (lookAt(path).state === before.state) return;
    }
  } catch (cause) {
    throw databaseError(path, cause);
  }
  throw errorOf(
    "locked",
    path,
    "changes faster than it can be copied: close the program that owns it and try again",
    { cause: reason },
  );
}

function tooLarge(path: string, reason: DatabaseError | undefined): DatabaseError {
  const locked = reason?.problem === "locked";
  return errorOf(
    locked ? "locked" : "unreadable",
    path,
    locked
      ? "is locked by another program, and larger than 1 GiB, so it is not copied: close the program that owns it and try again"
      : "cannot be read where it is without changing what lies beside it, and is larger than 1 GiB, so it is not copied: close the program that owns it or use Node 24, and try again, or copy it with its -wal and -shm yourself and read the copy with --root",
    { cause: reason },
  );
}

function copyFiles(files: DatabaseFiles, target: string): void {
  const suffixes = { "": true, "-wal": files.wal !== undefined, "-journal": files.journal > 0 };
  for (const [suffix, exists] of Object.entries(suffixes)) {
    rmSync(target + suffix, { force: true });
    if (!exists) continue;
    copyFileSync(files.path + suffix, target + suffix, constants.COPYFILE_FICLONE);
    chmodSync(target + suffix, 0o600);
  }
}

/** The bytes that begin a journal, and end it when it names another file. */
const journalMark = Buffer.from("d9d505f920a163d7", "hex");

/**
 * Throws for a journal that names another file, as those of transactions over several databases do:
 * recovering it, SQLite may remove that file, wherever it lies. No program that is read here has such transactions.
 */
function refuseOtherFiles(path: string, journal: string, files: DatabaseFiles): void {
  if (files.journal === 0) return;
  if (!readBytes(journal, journalMark.length, "end").equals(journalMark)) return;
  throw errorOf(
    "unreadable",
    path,
    "cannot be read: its -journal names another file, which could be removed",
  );
}
