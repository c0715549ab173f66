import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
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
