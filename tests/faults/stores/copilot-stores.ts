import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import copilot from "@chatexport/source-copilot";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

const fixtures = join(repository, "packages/source-copilot/fixtures");

/** The fixtures of Copilot: a store for each trap. */
export function copilotStores(): FaultStore[] {
  return readdirSync(fixtures).sort().map(fixtureStore);
}

function fixtureStore(name: string): FaultStore {
  return {
    name: `copilot/${name}`,
    async make(folder) {
      cpSync(join(fixtures, name, "store"), folder, { recursive: true });
      const script = pathToFileURL(join(repository, "scripts/cursor-store.mjs")).href;
      const { buildStore }: typeof import("../../../scripts/cursor-store.mjs") = await import(
        script
      );
      buildStore(folder);
    },
    open: (folder) => copilot({ home: folder }),
    words: (folder) => ["--from", "copilot", "--home", folder],
  };
}
