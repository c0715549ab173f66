import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { chatexport } from "./chatexport.mjs";

/**
 * Changes the stores of a home with chatexport, sets that back, which has to restore every byte, and changes them
 * again. Returns what the last one printed. Throws what went wrong.
 *
 * @param {string} home
 * @param {string[]} words What changes them.
 * @param {string[]} undo What sets that back.
 */
export function changeThereAndBack(home, words, undo) {
  const before = bytesOf(home);
  succeed(home, words);
  succeed(home, undo);
  const after = bytesOf(home);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  if (changed.length > 0) throw new Error(`set back, other bytes are in ${changed.join(", ")}`);
  return succeed(home, words);
}

/**
 * Puts a session into an archive, deletes it, and brings it back from there; with that set back and done again.
 *
 * @param {string} home
 * @param {string} session
 */
export function restoreThereAndBack(home, session) {
  const archive = mkdtempSync(join(tmpdir(), "chatexport-archive-"));
  try {
    const all = ["--to", "jsonl", "--no-redact", "--session", session, "-o", archive];
    succeed(home, ["export", ...all]);
    succeed(home, ["delete", session, "--yes"]);
    changeThereAndBack(home, ["restore", session, "--root", archive], ["undo", "--yes"]);
  } finally {
    rmSync(archive, { recursive: true, force: true });
  }
}

/** Runs this checkout's command line, which has to end well; returns what it printed. */
export function succeed(/** @type {string} */ home, /** @type {string[]} */ words) {
  const { status, stdout, stderr } = chatexport(words, { home });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr || stdout}`);
  return stdout;
}

/** A hash of each file of a home, but for what chatexport notes for itself. */
function bytesOf(/** @type {string} */ home) {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/state/chatexport/"));
  return new Map(
    files.map((path) => [
      relative(home, path),
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    ]),
  );
}
