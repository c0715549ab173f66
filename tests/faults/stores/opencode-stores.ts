import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import opencode from "@chatexport/source-opencode";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

const fixtures = join(repository, "packages/source-opencode/fixtures");

/** The fixtures of OpenCode: a store for each trap. */
export function opencodeStores(): FaultStore[] {
  return readdirSync(fixtures).sort().map(fixtureStore);
}

function fixtureStore(name: string): FaultStore {
  return {
    name: `opencode/${name}`,
    async make(folder) {
      cpSync(join(fixtures, name, "store"), folder, { recursive: true });
      const script = pathToFileURL(join(repository, "scripts/opencode-store.mjs")).href;
      const { buildStore }: typeof import("../../../scripts/opencode-store.mjs") = await import(
        script
      );
      buildStore(folder);
    },
    open: (folder) => opencode({ home: folder }),
    words: (folder) => ["--from", "opencode", "--home", folder],
  };
}
