import { readFileSync, writeFileSync } from "node:fs";
import { filesBelow, inStore } from "../files.js";
import { type ChangedJson, changedJson } from "./json-text.js";
import type { Mutation } from "./mutation.js";

/** Damage to values in JSON Lines and in files of JSON. */
export const jsonMutations: readonly Mutation[] = [
  {
    name: "an odd value in a line",
    apply(store, random) {
      const path = random.pick(filesBelow(store).filter((file) => file.endsWith(".jsonl")));
      if (path === undefined) return undefined;
      const lines = readFileSync(path, "utf8").split("\n");
      const at = random.below(lines.length);
      const changed = changedJson(lines[at] ?? "", random);
      if (!changed) return undefined;
      writeFileSync(path, lines.with(at, changed.text).join("\n"));
      const what = `${inStore(path, store)}:${at + 1}: ${changed.what}`;
      return { what, places: [{ path }], ...(changed.isDeep === true && { isDeep: true }) };
    },
  },
  {
    name: "several odd values",
    apply(store, random) {
      const path = random.pick(filesBelow(store).filter((file) => file.endsWith(".jsonl")));
      if (path === undefined) return undefined;
      const all: ChangedJson[] = [];
      const lines = readFileSync(path, "utf8")
        .split("\n")
        .map((line, index) => {
          const changed = random.chance(0.3) ? changedJson(line, random) : undefined;
          if (!changed) return line;
          all.push({ ...changed, what: `${index + 1}: ${changed.what}` });
          return changed.text;
        });
      if (all.length === 0) return undefined;
      writeFileSync(path, lines.join("\n"));
      const what = `${inStore(path, store)}: ${all.map((each) => each.what).join("; ")}`;
      const isDeep = all.some((each) => each.isDeep);
      return { what, places: [{ path }], ...(isDeep && { isDeep }) };
    },
  },
  {
    name: "an odd value in a file of JSON",
    apply(store, random) {
      const path = random.pick(filesBelow(store).filter((file) => file.endsWith(".json")));
      if (path === undefined) return undefined;
      const changed = changedJson(readFileSync(path, "utf8"), random);
      if (!changed) return undefined;
      writeFileSync(path, changed.text);
      const what = `${inStore(path, store)}: ${changed.what}`;
      return { what, places: [{ path }], ...(changed.isDeep === true && { isDeep: true }) };
    },
  },
];
