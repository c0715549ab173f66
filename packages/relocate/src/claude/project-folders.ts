import { type Dirent, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { compareStrings } from "@chatexport/core";
import {
  attempt,
  getOrAdd,
  jsonLines,
  objectOf,
  parseJson,
  readTextFile,
  realPath,
  textOf,
} from "@chatexport/core/read";
import {
  type ConfigPlace,
  indexName,
  isAgentFile,
  isOwnFolder,
  isTranscriptName,
  promptFields,
  sessionStart,
  stateProjects,
  transcriptId,
} from "@chatexport/source-claude/paths";
import { statsOf } from "../disk/look-at.js";
import type { Note } from "../move/store-plan.js";
import { noteOn, unreadable } from "./notes.js";

/** A folder in `projects`. */
export interface ProjectFolder {
  /** With links resolved. */
  path: string;
  name: string;
  /** The folder lies elsewhere, and a link leads to it. */
  isLink: boolean;
  sessions: SessionFiles[];
  /** The other entries in it, by name. */
  others: string[];
}

/** The files that a folder holds of one session. */
export interface SessionFiles {
  id: string;
  /** Its transcript, its own folder, and transcripts of its sub-agents from before 2.1.2, by name. */
  names: string[];
  /** The directory in which it was started. */
  start?: string;
}

/**
 * Looks into the folders in `projects`, each once, and at the beginning of each session. What a link leads
 * to in a folder of `handled` is left to that one.
 */
export function projectFolders(
  projects: string,
  handled: ReadonlySet<string>,
  notes: Note[],
): ProjectFolder[] {
  const folders: ProjectFolder[] = [];
  const visited = new Set<string>();
  const entries = entriesOf(projects, notes).filter(
    (entry) => entry.isDirectory() || entry.isSymbolicLink(),
  );
  for (const entry of entries) {
    const path = realPath(join(projects, entry.name));
    if (!statsOf(path)?.isDirectory()) continue;
    const isHandled = entry.isSymbolicLink() && handled.has(dirname(path));
    if (isHandled || visited.has(path))
      notes.push(noteOn(join(projects, entry.name), "linked-project-folder"));
    else {
      visited.add(path);
      folders.push(projectFolder(path, entry, notes));
    }
  }
  return folders;
}

function projectFolder(path: string, entry: Dirent, notes: Note[]): ProjectFolder {
  const sessions = new Map<string, SessionFiles>();
  const others: string[] = [];
  const entries = entriesOf(path, notes);
  const add = (id: string, entryName: string) => {
    const session = getOrAdd(sessions, id, () => ({ id, names: [] }));
    session.names.push(entryName);
    return session;
  };
  for (const each of entries.filter(({ name }) => isTranscriptName(name) && !isAgentFile(name)))
    if (statsOf(join(path, each.name))?.isFile()) {
      setStart(add(transcriptId(each.name), each.name), join(path, each.name), notes);
    } else others.push(each.name);
  for (const each of entries) {
    const inner = join(path, each.name);
    if (isAgentFile(each.name)) addAgent(inner);
    else if (each.isDirectory() && (sessions.has(each.name) || isOwn(inner)))
      addFolder(each.name, inner);
    else if (!isTranscriptName(each.name)) others.push(each.name);
  }
  const { name } = entry;
  const isLink = entry.isSymbolicLink();
  return { path, name, isLink, sessions: [...sessions.values()], others };

  function addAgent(file: string): void {
    const own = startOf(file, notes)?.sessionId;
    if (own === undefined) others.push(basename(file));
    else setStart(add(own, basename(file)), file, notes);
  }

  function isOwn(folder: string): boolean {
    return isOwnFolder(folder, entriesOf(folder, []));
  }

  function addFolder(name: string, folder: string): void {
    const session = add(name, name);
    if (session.start !== undefined) return;
    for (const file of agentsIn(folder)) setStart(session, file, notes);
  }
}

/** The entries of a folder, by name; none and a note when it cannot be read. */
function entriesOf(folder: string, notes: Note[]): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => compareStrings(a.name, b.name));
  } catch (cause) {
    notes.push(unreadable("unreadable-folder", folder, cause));
    return [];
  }
}

function agentsIn(folder: string): string[] {
  return entriesOf(folder, []).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return agentsIn(path);
    return entry.isFile() && isAgentFile(entry.name) ? [path] : [];
  });
}

function setStart(session: SessionFiles, file: string, notes: Note[]): void {
  if (session.start !== undefined) return;
  const cwd = startOf(file, notes)?.cwd;
  if (cwd !== undefined) session.start = cwd;
}

function startOf(path: string, notes: Note[]): ReturnType<typeof sessionStart> | undefined {
  const info = statsOf(path);
  if (!info?.isFile()) return undefined;
  try {
    return sessionStart({ path, size: info.size });
  } catch (cause) {
    notes.push(unreadable("unreadable-file", path, cause));
    return undefined;
  }
}

/** The paths of projects that the tool has noted besides its transcripts; what cannot be read tells none. */
export function knownProjects({ history, states }: ConfigPlace): string[] {
  const [field = ""] = promptFields;
  const paths = new Set<string>();
  const add = (path: unknown) => {
    const text = textOf(path);
    if (text !== undefined) paths.add(text);
  };
  // Editing a file reports what is wrong with it.
  attempt(() => {
    for (const batch of history === undefined ? [] : jsonLines(history))
      for (const line of batch) if ("record" in line) add(line.record[field]);
  });
  for (const state of states)
    for (const name of Object.keys(objectOf(jsonIn(state)?.[stateProjects]) ?? {})) add(name);
  return [...paths];
}

/** The path of the project that the index in a folder names. */
export function indexedProject(folder: string): string | undefined {
  return textOf(jsonIn(join(folder, indexName))?.originalPath);
}

function jsonIn(path: string): ReturnType<typeof objectOf> {
  return objectOf(parseJson(attempt(() => readTextFile(path))));
}
