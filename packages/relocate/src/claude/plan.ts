import { contextFor, defined, present } from "@chatexport/core";
import { findPathStores } from "@chatexport/source-claude/paths";
import type { StoreMove } from "../move.js";
import { pathMap } from "../path-map.js";
import type { Note, StorePlan } from "../store-plan.js";
import { type Parts, planConfigFolder } from "./config-folder.js";
import { sidecarFile } from "./contents.js";
import { resolved } from "./disk.js";
import { addEdit } from "./edits.js";

/**
 * What has to change in the stores of Claude Code when a project moves. Everything is read once; what
 * cannot be read stays as it is, with a note.
 */
export function planClaude({
  realPairs: pairs,
  home,
  system,
}: Pick<StoreMove, "realPairs" | "home" | "system">): StorePlan {
  const notes: Note[] = [];
  const context = contextFor(
    {
      report({ code, message, origin }) {
        notes.push({ code, message, ...defined({ path: origin?.path }) });
      },
    },
    {},
  );
  const map = pathMap(pairs);
  const { configFolders, sidecars } = findPathStores(present({ home }), system, context);
  const parts: Parts = {
    edits: new Map(),
    pairs: [],
    projects: new Set(
      configFolders.flatMap(({ projects }) => (projects ? [resolved(projects)] : [])),
    ),
    planned: new Set(),
    renames: [],
    emptied: [],
    notes,
  };
  for (const config of configFolders) {
    planConfigFolder(config, map, parts);
    if (map.path(config.path) !== undefined) notes.push(inProject(config.path));
  }
  const paths = { map, ofStore: map.path, storeNames: [] };
  for (const path of sidecars)
    addEdit({ path, kind: "json", edit: sidecarFile }, paths, parts.edits, notes);
  const { edits, renames, emptied } = parts;
  const rewrites = [...edits.values()];
  return {
    source: "claude",
    rewrites,
    renames,
    emptied,
    notes: unique(notes),
    // A folder in the project moves once more, with the project.
    pairs: [...pairs, ...parts.pairs.map(({ from, to }) => ({ from, to: map.path(to) ?? to }))],
  };
}

/** Several who looked at the same file say the same about it. */
function unique(notes: readonly Note[]): Note[] {
  const byPlace = new Map(notes.map((note) => [`${note.code} ${note.path}`, note]));
  return [...byPlace.values()];
}

function inProject(path: string): Note {
  return {
    code: "store-in-project",
    message:
      "The tool keeps its files in the project itself, so they move with it. Set CLAUDE_CONFIG_DIR to their new place.",
    path,
  };
}
