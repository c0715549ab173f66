import { execFileSync } from "node:child_process";
import fs, {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { filesBelow, inStore } from "../files.js";
import type { Random } from "../random.js";
import type { Mutation } from "./mutation.js";

/** The events that a tool, its user or a synchronisation causes in a file while it is read. */
const events: Readonly<Record<string, (path: string, random: Random) => void>> = {
  grows: (path) => appendFileSync(path, readFileSync(path).subarray(-500)),
  "grows by half a line": (path) => appendFileSync(path, '{"type":"user","mess'),
  "is cut": (path, random) => truncateSync(path, random.below(readFileSync(path).length + 1)),
  "is emptied": (path) => truncateSync(path, 0),
  "is removed": (path) => rmSync(path),
  "is written anew": (path) => {
    writeFileSync(`${path}.new`, readFileSync(path));
    renameSync(`${path}.new`, path);
  },
  "is replaced by another": (path, random) => {
    const bytes = readFileSync(path);
    for (let count = 0; count < 30 && bytes.length > 0; count++)
      bytes[random.below(bytes.length)] = random.below(256);
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  },
  "becomes a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "becomes a pipe": (path) => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  },
};

/** A file that is there when it is found, and perhaps when it is first opened, and later is not. */
export const removedBetweenLooks: Mutation = {
  name: "a file that is removed between two looks at it",
  apply(store, random) {
    const path = random.pick(filesBelow(store));
    if (path === undefined) return undefined;
    const looks = random.below(6);
    return {
      what: `${inStore(path, store)} is removed before it is opened for time ${looks + 1}`,
      places: [{ path }],
      isInvisible: true,
      whileReading: () => beforeOpening(path, looks, () => rmSync(path, { force: true })),
    };
  },
};

/** Does something before a file is opened once more than so many times; returns how to put things back. */
function beforeOpening(wanted: string, times: number, event: () => void): () => void {
  const { openSync } = fs;
  let left = times;
  fs.openSync = (path, ...options) => {
    if (path === wanted && left-- === 0) event();
    return openSync(path, ...options);
  };
  syncBuiltinESMExports();
  return () => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  };
}

/** Changes between listing and loading, and while sessions are loaded. */
export const liveMutations: readonly Mutation[] = Object.entries(events).flatMap(([name, event]) =>
  (["afterListing", "whileLoading"] as const).map((when) => ({
    name: `a file that ${name} (${when})`,
    apply(store, random) {
      const path = random.pick(filesBelow(store));
      if (path === undefined) return undefined;
      return {
        what: `${inStore(path, store)} ${name} ${when}`,
        places: [{ path }],
        isInvisible: true,
        [when]: () => event(path, random),
      };
    },
  })),
);
