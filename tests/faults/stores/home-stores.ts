import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Source, SourceOptions } from "@chatexport/core";
import aider from "@chatexport/source-aider";
import cline from "@chatexport/source-cline";
import continued from "@chatexport/source-continue";
import crush from "@chatexport/source-crush";
import droid from "@chatexport/source-droid";
import gemini from "@chatexport/source-gemini";
import goose from "@chatexport/source-goose";
import hermes from "@chatexport/source-hermes";
import kimi from "@chatexport/source-kimi";
import openhands from "@chatexport/source-openhands";
import pi from "@chatexport/source-pi";
import qwen from "@chatexport/source-qwen";
import vibe from "@chatexport/source-vibe";
import zed from "@chatexport/source-zed";
import { repository } from "../repository.js";
import type { FaultStore } from "./store.js";

const sources: Readonly<Record<string, (options: SourceOptions) => Source>> = {
  ...{ aider, cline, continue: continued, crush, droid, gemini, goose, hermes },
  ...{ kimi, openhands, pi, qwen, vibe, zed },
};

/** The fixtures of tools that have a home for each trap. */
export function homeStores(): FaultStore[] {
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
        ...(tool === "crush" && { register: "projects.json" }),
        // A history of Aider is a text for people with all sessions of a project.
        ...(tool === "aider" && { isMixed: true, isPlain: true }),
      })) satisfies FaultStore[];
  });
}
