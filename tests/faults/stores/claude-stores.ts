import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import claude, { type ClaudeOptions } from "@chatexport/source-claude";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

const fixtures = join(repository, "packages/source-claude/fixtures");

/** The fixtures of Claude Code and the invented home. */
export function claudeStores(): FaultStore[] {
  const names = readdirSync(fixtures, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [exampleStore, ...names.map(({ name }) => fixtureStore(name))];
}

const exampleStore: FaultStore = {
  name: "claude/example",
  make: async (folder) =>
    cpSync(join(repository, "examples/home/.claude"), join(folder, ".claude"), { recursive: true }),
  open: (home) => claude({ home, memory: true, empty: true }),
  words: (home) => ["--from", "claude", "--home", home],
  countsLines: true,
};

function fixtureStore(name: string): FaultStore {
  const isHome = existsSync(join(fixtures, name, "home"));
  const optionsFile = join(fixtures, name, "options.json");
  const options: ClaudeOptions = existsSync(optionsFile)
    ? JSON.parse(readFileSync(optionsFile, "utf8"))
    : {};
  return {
    name: `claude/${name}`,
    make: async (folder) =>
      cpSync(join(fixtures, name, isHome ? "home" : "store"), folder, { recursive: true }),
    open: (folder) => claude({ ...options, ...(isHome ? { home: folder } : { roots: [folder] }) }),
    words: (folder) => ["--from", "claude", isHome ? "--home" : "--root", folder],
    countsLines: true,
  };
}
