import { dirname, join } from "node:path";
import type { StoreMove } from "../move/move.js";
import { type PathPair, pathMap } from "../move/path-map.js";
import type { Note } from "../move/store-plan.js";
import { findWorkspaces, type WorkspaceGroup } from "./workspaces.js";

/** The parts of an editor's stores that are named after something that moves. */
export interface EditorSurvey {
  /** `User` folders. */
  editors: { path: string; groups: WorkspaceGroup[] }[];
  /** The paths that all workspaces stand for, on this machine. */
  known: string[];
  /** Folders of `workspaceStorage` that get another name, as paths and by their names. */
  pairs: PathPair[];
  ids: Map<string, string>;
  notes: Note[];
}

/** Looks which workspaces of an editor of that title stand for something that moves. */
export function surveyEditors(
  userFolders: readonly string[],
  title: string,
  move: StoreMove,
): EditorSurvey {
  const map = pathMap(move.pairs);
  const found = userFolders.map((path) => ({
    path,
    ...findWorkspaces({ path, title }, map, move),
  }));
  const groups = found.flatMap((each) => each.groups);
  const ids = groups.flatMap(({ members, id }) =>
    members.map((member) => [member.id, id] as const),
  );
  return {
    editors: found.map(({ path, groups }) => ({ path, groups })),
    known: found.flatMap(({ known }) => known),
    pairs: groups.flatMap(storagePairs),
    ids: new Map(ids.filter(([from, to]) => from !== to)),
    notes: found.flatMap(({ notes }) => notes),
  };
}

function storagePairs({ members, id }: WorkspaceGroup): PathPair[] {
  return members.flatMap(({ folder }) => {
    const to = join(dirname(folder), id);
    return folder === to ? [] : [{ from: folder, to }];
  });
}
