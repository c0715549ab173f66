import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import cursor, { type CursorOptions } from "@chatexport/source-cursor";
import { filesBelow } from "../files.js";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

const fixtures = join(repository, "packages/source-cursor/fixtures");

/** The fixtures of Cursor and the invented home. */
export function cursorStores(): FaultStore[] {
  return [exampleStore, ...readdirSync(fixtures).sort().map(fixtureStore)];
}

const exampleStore: FaultStore = {
  name: "cursor/example",
  async make(folder) {
    for (const name of [".config", ".cursor"])
      cpSync(join(repository, "examples/home", name), join(folder, name), { recursive: true });
  },
  open: (home) => cursor({ home, empty: true }),
  words: (home) => ["--from", "cursor", "--home", home],
};

function fixtureStore(name: string): FaultStore {
  const optionsFile = join(fixtures, name, "options.json");
  const options: CursorOptions = existsSync(optionsFile)
    ? JSON.parse(readFileSync(optionsFile, "utf8"))
    : {};
  return {
    name: `cursor/${name}`,
    async make(folder) {
      cpSync(join(fixtures, name, "store"), folder, { recursive: true });
      for (const path of filesBelow(folder).filter((file) => file.endsWith(".rows.json")))
        writeFileSync(path, readFileSync(path, "utf8").replaceAll("<store>", folder));
      const script = pathToFileURL(join(repository, "scripts/cursor-store.mjs")).href;
      const { buildStore }: typeof import("../../../scripts/cursor-store.mjs") = await import(
        script
      );
      buildStore(folder);
    },
    open: (folder) => cursor({ ...options, roots: rootsOf(folder) }),
    words: (folder) => ["--from", "cursor", ...rootsOf(folder).flatMap((root) => ["--root", root])],
  };
}

/** The folders of Cursor in a store, which are given even when damage has taken them away. */
function rootsOf(folder: string): string[] {
  return ["User", ".cursor"].map((name) => join(folder, name));
}
