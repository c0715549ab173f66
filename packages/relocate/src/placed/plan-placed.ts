import { basename, dirname } from "node:path";
import { contextFor, present } from "@chatexport/core";
import { objectOf, realPath } from "@chatexport/core/read";
import type { PlacedFile, PlacedStore } from "@chatexport/core/source";
import { addEdit } from "../claude/edit-files.js";
import {
  type FileEdit,
  fieldRule,
  jsonEdit,
  linesEdit,
  type NewPaths,
} from "../claude/edit-records.js";
import type { Content } from "../claude/raw-lines.js";
import { workspaceEdit } from "../copilot/workspace-edit.js";
import { planColumns } from "../database/edit-columns.js";
import { statsOf } from "../disk/look-at.js";
import { editJson } from "../json/edit-json.js";
import type { StoreMove } from "../move/move.js";
import { type PathPair, pathMap, spelledThere } from "../move/path-map.js";
import { type PlannedEdits, planEdits } from "../move/plan-edits.js";
import { planProjectFolders } from "../move/project-folders.js";
import {
  Changes,
  type Note,
  type Rewrite,
  type StorePlan,
  sessionStays,
} from "../move/store-plan.js";
import { type PlacedName, placedTools } from "./placed-tools.js";

/** Plans the changes in the stores of a tool, by what its source tells, when a project moves. */
export function planPlaced(source: PlacedName, move: StoreMove): StorePlan {
  const { title, storesOf } = placedTools[source];
  return planEdits(source, move, (planned) => {
    // The source tells of what cannot be read.
    const context = contextFor({ report() {} }, {});
    for (const store of storesOf(present({ home: move.home }), context))
      planStore(title, store, planned, move);
  });
}

function planStore(
  tool: string,
  { files, sessions, folderName }: PlacedStore,
  planned: PlannedEdits,
  { pairs, statOf }: StoreMove,
): void {
  const { map } = planned.paths;
  const inFolders = sessions.flatMap(({ cwd = "", within }) => (within ? { ...within, cwd } : []));
  const renamed = folderName && planProjectFolders(inFolders, folderName, planned);
  const ofStore = (path: string) => map.path(path) ?? renamed?.get(path);
  const folders = new Set(Array.from(renamed?.keys() ?? [], (path) => basename(dirname(path))));
  const storeNames = Array.from(folders, (name) => Buffer.from(name));
  const paths = { ...planned.paths, ofStore, storeNames };
  for (const file of [...files, ...sessions.flatMap(({ placedBy }) => placedBy)])
    if (file.isOfProject && !pairs.some(({ to }) => statOf(to)))
      planned.notes.push(...notHere(file, paths));
    else addPlaced(file, paths, planned);
  for (const { id, cwd, path, placedBy } of sessions) {
    const isMoved = placedBy.some((file) => planned.edits.has(realPath(file.path)));
    if (!isMoved && map.path(cwd ?? "") !== undefined)
      planned.notes.push(sessionStays(tool, id, path));
  }
}

function addPlaced(
  file: PlacedFile,
  paths: NewPaths,
  { edits, notes }: Pick<PlannedEdits, "edits" | "notes">,
): void {
  if (file.kind !== "database") {
    addEdit(file.path, editOf(file), paths, { edits, notes });
    return;
  }
  if (edits.has(realPath(file.path)) || !statsOf(file.path)?.isFile()) return;
  const columns = Object.fromEntries(file.places.map((place) => [place, []]));
  const { rewrite, note } = planColumns(file.path, columns, paths.map);
  if (rewrite) edits.set(rewrite.path, rewrite);
  if (note) notes.push(note);
}

/** Says that a list keeps the old path, if it names that. */
function notHere(file: PlacedFile, paths: NewPaths): Note[] {
  const found = { edits: new Map<string, Rewrite>(), notes: [] };
  addPlaced(file, paths, found);
  const message =
    "The new folder is not on this machine, and the sessions lie in it: they are found under the old path until this runs where the folder is.";
  return Array.from(found.edits.keys(), (path) => ({ code: "folder-not-here", message, path }));
}

/** The content of a file in which folders have other paths; every other byte is as it was. */
export function placedElsewhere(file: PlacedFile, pairs: readonly PathPair[]): Content {
  const map = spelledThere(pathMap(pairs));
  const paths = { map, ofStore: map.path, storeNames: [] };
  return () => editOf(file).after(file.path, paths, { changes: new Changes(), broken: 0 });
}

function editOf(file: PlacedFile): FileEdit {
  if (file.kind === "yaml") return workspaceEdit;
  return file.kind === "json" ? documentEdit(file) : headsEdit(file);
}

function documentEdit(file: PlacedFile): FileEdit {
  return jsonEdit((json, paths, { changes }) =>
    editJson(json, fieldRule(kindsOf(file, paths), changes)),
  );
}

/** Nearly every line has a time; where all lines tell the place, it is the first field of theirs that counts. */
function headsEdit(file: PlacedFile): FileEdit {
  const {
    isHead,
    places: [first = ""],
  } = file;
  return linesEdit(
    isHead ? "timestamp" : first,
    (paths) => kindsOf(file, paths),
    (line) => isHead?.(objectOf(JSON.parse(line.toString())) ?? {}) === false,
  );
}

function kindsOf({ places, ownPaths = [] }: PlacedFile, { map, ofStore }: NewPaths) {
  return [
    { fields: places, replace: (text: string) => map.path(text) ?? map.uri(text) },
    { fields: ownPaths, replace: ofStore },
  ];
}
