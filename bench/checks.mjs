import { readFileSync, statSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { filesBelow } from "./floors/files.mjs";

/** The paths of the documents in a folder: not the index, and not what lies in the archive's own folder. */
export function documents(folder, extension) {
  return filesBelow(folder).filter(
    (path) => path.endsWith(extension) && !isShared(relative(folder, path)),
  );
}

/** The messages that documents in JSONL count in their last lines. */
export function messagesIn(paths) {
  const ends = paths.map((path) => readFileSync(path, "utf8").trimEnd().split("\n").at(-1));
  return ends.reduce((sum, end) => sum + JSON.parse(end).messages, 0);
}

/** A complaint when a number is not the one that was expected. */
export function unequal(found, expected, what) {
  return found === expected ? undefined : `${expected} ${what} expected, ${found} found`;
}

/** The files of a folder, by their paths below it, each with what changes when it is written. */
export function stateOf(folder) {
  const files = filesBelow(folder).map((path) => {
    const { size, mtimeMs, ctimeMs } = statSync(path);
    return [relative(folder, path), [size, mtimeMs, ctimeMs].join(" ")];
  });
  return new Map(files);
}

/** A complaint when a file was written, added or removed. */
export function anyChange(before, after) {
  const paths = changedFiles(before, after);
  return paths.length > 0 ? `no change expected, but ${paths.join(", ")}` : undefined;
}

/**
 * A complaint unless the documents of a session were written, one for each extension, and nothing
 * else but what all sessions share.
 */
export function otherChange(before, after, { session, extensions }) {
  // The name of a document ends with the beginning of its session's id; the files beside are named after it.
  const name = `-${session.slice(0, 8)}.`;
  const own = changedFiles(before, after).filter((path) => !isShared(path));
  const others = own.filter((path) => !path.includes(name));
  if (others.length > 0) return `only ${session} was touched, but ${others.join(", ")} changed`;
  const written = extensions.filter((extension) =>
    own.some((path) => basename(path).endsWith(`${name}${extension}`)),
  );
  return unequal(written.length, extensions.length, `documents written for ${session}`);
}

function changedFiles(before, after) {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

/** True when a file of an archive is about all sessions. */
function isShared(path) {
  const isIndex = path.startsWith("index.") && !path.includes(sep);
  return path.startsWith(".") || isIndex || path.startsWith(`index.files${sep}`);
}
