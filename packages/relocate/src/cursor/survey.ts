import { realPath } from "@chatexport/core/read";
import { rootsOf, statOf } from "@chatexport/source-cursor/paths";
import type { Moved } from "../editor/edit-moved-names.js";
import { type EditorSurvey, surveyEditors } from "../editor/survey-editors.js";
import type { StoreMove } from "../move/move.js";
import { type PathPair, pathMap } from "../move/path-map.js";
import type { Note, Rename } from "../move/store-plan.js";
import { type DotFolder, readDotFolder } from "./dot-folder.js";
import { movedChats, movedProjects, unnamedChats } from "./named-folders.js";

/** The parts of Cursor's stores that are named after something that moves. */
export interface Survey {
  editors: EditorSurvey;
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
  const editors = surveyEditors(pathsOf("user-folder"), "Cursor", move);
  const dotFolders = pathsOf("dot-folder").map(readDotFolder);
  const known = [
    ...editors.known,
    ...dotFolders.flatMap(directoriesIn),
    ...move.pairs.map(({ from }) => from),
  ];
  const named = dotFolders.map((dotFolder) => movedProjects(dotFolder, map, known));
  const projects = named.flatMap(({ found }) => found);
  const byDotFolder = dotFolders.map((dotFolder) => {
    const found = movedChats(dotFolder, map, known);
    return { found, notes: unnamedChats(dotFolder, found, map, editors.known) };
  });
  const chats = byDotFolder.flatMap(({ found }) => found);
  const pairs = [
    ...move.pairs,
    ...editors.pairs,
    ...[...projects, ...chats].map(({ from, to }) => ({ from, to })),
  ];
  return {
    editors,
    dotFolders,
    projects,
    chats,
    pairs,
    moved: { paths: pathMap(pairs), ids: editors.ids },
    notes: [editors, ...named, ...byDotFolder].flatMap(({ notes }) => notes),
  };
}

function directoriesIn({ chats, acpSessions, projects }: DotFolder): string[] {
  const sessions = [...acpSessions, ...[...chats.values()].flat()];
  return [
    ...sessions.flatMap(({ cwd }) => cwd ?? []),
    ...projects.flatMap(({ path }) => path ?? []),
  ];
}
