import { cpSync } from "node:fs";
import { join } from "node:path";
import codex from "@chatexport/source-codex";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

/** A session for each trap: forks, reverts, sub-agents, every era. */
export const codexStore: FaultStore = {
  name: "codex/home",
  async make(folder) {
    cpSync(join(repository, "packages/source-codex/fixtures/one-of-each/home"), folder, {
      recursive: true,
    });
  },
  open: (folder) => codex({ home: folder }),
  words: (folder) => ["--from", "codex", "--home", folder],
};
