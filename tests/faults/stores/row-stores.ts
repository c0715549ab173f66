import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Source, SourceOptions } from "@chatexport/core";
import crush from "@chatexport/source-crush";
import goose from "@chatexport/source-goose";
import hermes from "@chatexport/source-hermes";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

const sources: Readonly<Record<string, (options: SourceOptions) => Source>> = {
  crush,
  goose,
  hermes,
};

/** The fixtures of tools that keep sessions in rows: a home for each trap. */
export function rowStores(): FaultStore[] {
  return Object.entries(sources).flatMap(([tool, create]) => {
    const fixtures = join(repository, `packages/source-${tool}/fixtures`);
    return readdirSync(fixtures)
      .sort()
      .map((name) => ({
        name: `${tool}/${name}`,
        async make(folder) {
          cpSync(join(fixtures, name, "home"), folder, { recursive: true });
          const script = pathToFileURL(join(repository, "scripts/cursor-store.mjs")).href;
          const { buildStore }: typeof import("../../../scripts/cursor-store.mjs") = await import(
            script
          );
          buildStore(folder);
        },
        open: (folder) => create({ home: folder }),
        words: (folder) => ["--from", tool, "--home", folder],
      })) satisfies FaultStore[];
  });
}
