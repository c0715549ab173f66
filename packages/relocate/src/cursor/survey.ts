import { dirname, join } from "node:path";
import { realPath } from "@chatexport/core/read";
import { rootsOf, statOf } from "@chatexport/source-cursor/paths";
import type { StoreMove } from "../move/move.js";
import { type PathPair, pathMap } from "../move/path-map.js";
import type { Note, Rename } from "../move/store-plan.js";
import { type DotFolder, readDotFolder } from "./dot-folder.js";
import type { Moved } from "./edit-moved-names.js";
import { movedChats, movedProjects, unnamedChats } from "./named-folders.js";
import { findWorkspaces, type WorkspaceGroup } from "./workspaces.js";

/** The parts of Cursor's stores that are named after something that moves. */
export interface Survey {
  /** `User` folders. */
  editors: { path: string; groups: WorkspaceGroup[] }[];
  dotFolders: DotFolder[];
  /** Folders of `projects`, and of `chats`. */
  projects: Rename[];
  chats: Rename[];
  /** All folders that move: those of the user first. */
  pairs: PathPair[];
  moved: Moved;
  notes: Note[];
}

/** Looks at the names of folders, and at the small files that say what they are named after. */
export function survey(move: StoreMove): Survey {
  const found = rootsOf(move.home === undefined ? {} : { home: move.home }, move.system);
  const pathsOf = (kind: string) => {
    const paths = found.filter((place) => place.kind === kind).map(({ path }) => path);
    const folders = paths.filter((path) => statOf(path)?.isDirectory());
    // As they are spelt, for so Cursor wrote down what lies in them.
    return [...new Map(folders.map((path) => [realPath(path), path])).values()];
  };
  const map = pathMap(move.pairs);
  const workspaces = pathsOf("user-folder").map((path) => ({
    path,
    ...findWorkspaces(path, map, move),
  }));
  const dotFolders = pathsOf("dot-folder").map(readDotFolder);
  const opened = workspaces.flatMap((each) => each.known);
  const known = [
    ...opened,
    ...dotFolders.flatMap(directoriesIn),
    ...move.pairs.map(({ from }) => from),
  ];
  const named = dotFolders.map((dotFolder) => movedProjects(dotFolder, map, known));
  const projects = named.flatMap(({ found }) => found);
  const byDotFolder = dotFolders.map((dotFolder) => {
    const found = movedChats(dotFolder, map, known);
    return { found, notes: unnamedChats(dotFolder, found, map, opened) };
  });
  const chats = byDotFolder.flatMap(({ found }) => found);
  const groups = workspaces.flatMap((each) => each.groups);
  const pairs = [
    ...move.pairs,
    ...groups.flatMap(storagePairs),
    ...[...projects, ...chats].map(({ from, to }) => ({ from, to })),
  ];
  const ids = groups.flatMap(({ members, id }) =>
    members.map((member) => [member.id, id] as const),
  );
  return {
    editors: workspaces.map(({ path, groups }) => ({ path, groups })),
    dotFolders,
    projects,
    chats,
    pairs,
    moved: { paths: pathMap(pairs), ids: new Map(ids.filter(([from, to]) => from !== to)) },
    notes: [...workspaces, ...named, ...byDotFolder].flatMap(({ notes }) => notes),
  };
}

function directoriesIn({ chats, acpSessions, projects }: DotFolder): string[] {
  const sessions = [...acpSessions, ...[...chats.values()].flat()];
  return [
    ...sessions.flatMap(({ cwd }) => cwd ?? []),
    ...projects.flatMap(({ path }) => path ?? []),
  ];
}

function storagePairs({ members, id }: WorkspaceGroup): PathPair[] {
  return members.flatMap(({ folder }) => {
    const to = join(dirname(folder), id);
    return folder === to ? [] : [{ from: folder, to }];
  });
}
