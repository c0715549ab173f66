import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, messageOf } from "@chatexport/core";

/** A file of a store. */
export interface StoreFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Time of the last change, in ms since 1970. */
  modified: number;
}

/** A main transcript with everything that belongs to it. */
export interface TranscriptFile extends StoreFile {
  /** The file name without extension, which is the session's id. */
  id: string;
  /** The session's own folder beside the transcript, whether or not it exists. */
  folder: string;
  /** Transcripts of the sub-agents. */
  agents: StoreFile[];
  /** What else the session's own folder holds: large tool results, sidecars of agents. */
  companions: StoreFile[];
}

/** A sub-agent's transcript that does not lie in the folder of a session that has one. */
export interface LooseAgent extends Omit<TranscriptFile, "agents"> {
  /** The session whose folder it lies in, when only the session's transcript is missing. */
  parentId?: string;
}

/** What a place holds. */
export interface StoreContents {
  transcripts: TranscriptFile[];
  looseAgents: LooseAgent[];
}

/**
 * Finds the transcripts of a place: a config folder (which has `projects`), a folder of projects, a
 * project, any folder of transcripts, or one file. Reports folders that cannot be read. Throws when
 * the place itself cannot be.
 */
export function findTranscripts(place: string, context: Context): StoreContents {
  const contents: StoreContents = { transcripts: [], looseAgents: [] };
  const info = statSync(place);
  if (info.isDirectory()) {
    const projects = join(place, "projects");
    const isConfigFolder = readdirSync(place).includes("projects");
    const root = isConfigFolder && statSync(projects).isDirectory() ? projects : place;
    walk(root, readdirSync(root, { withFileTypes: true }), contents, new Set(), context);
  } else {
    const file = { path: place, size: info.size, modified: info.mtimeMs };
    const id = transcriptId(place);
    const folder = join(dirname(place), id);
    if (isAgentFile(place)) contents.looseAgents.push({ ...file, id, folder, companions: [] });
    else {
      const own = ownFiles(folder, entriesOf(folder), context);
      contents.transcripts.push({ ...file, id, folder, ...own });
    }
  }
  return contents;
}

function walk(
  folder: string,
  entries: Dirent[],
  contents: StoreContents,
  visited: Set<string>,
  context: Context,
): void {
  context.signal.throwIfAborted();
  // People link folders of projects to each other after a move; a link must not be read twice.
  const real = realpathSync(folder);
  if (visited.has(real)) return;
  visited.add(real);

  const transcripts = new Map<string, TranscriptFile>();
  for (const path of pathsOf(folder, entries, isTranscriptName)) {
    const file = fileAt(path, context);
    if (!file) continue;
    const id = transcriptId(path);
    const found = { ...file, id, folder: join(folder, id), companions: [] };
    if (isAgentFile(path)) contents.looseAgents.push(found);
    else transcripts.set(id, { ...found, agents: [] });
  }
  for (const path of foldersOf(folder, entries)) {
    const inner = entriesOf(path, context);
    const transcript = transcripts.get(basename(path));
    if (transcript) Object.assign(transcript, ownFiles(path, inner, context));
    else if (isOwnFolder(inner)) {
      const { agents, companions } = ownFiles(path, inner, context);
      const own = { folder: path, parentId: basename(path), companions };
      for (const agent of agents)
        contents.looseAgents.push({ ...agent, id: transcriptId(agent.path), ...own });
    } else walk(path, inner, contents, visited, context);
  }
  contents.transcripts.push(...transcripts.values());
}

/** The files in a session's own folder, beside the transcript. */
function ownFiles(
  folder: string,
  entries: Dirent[],
  context: Context,
): Pick<TranscriptFile, "agents" | "companions"> {
  const agents: StoreFile[] = [];
  const companions: StoreFile[] = [];
  for (const path of pathsOf(folder, entries, () => true)) {
    const file = fileAt(path, context);
    if (file) (isAgentFile(path) ? agents : companions).push(file);
  }
  // Only real folders: a link inside a session's folder has no reason to be.
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    const inner = ownFiles(path, entriesOf(path, context), context);
    agents.push(...inner.agents);
    companions.push(...inner.companions);
  }
  return { agents, companions };
}

function entriesOf(folder: string, context?: Context): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    context?.report({
      severity: "error",
      code: "unreadable-folder",
      message: `The folder cannot be read: ${messageOf(cause)}`,
      origin: { path: folder },
      cause,
    });
    return [];
  }
}

function fileAt(path: string, context: Context): StoreFile | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { path, size, modified: mtimeMs };
  } catch (cause) {
    context.report({
      severity: "error",
      code: "unreadable-file",
      message: `The file cannot be read: ${messageOf(cause)}`,
      origin: { path },
      cause,
    });
    return undefined;
  }
}

function pathsOf(folder: string, entries: Dirent[], isWanted: (name: string) => boolean): string[] {
  return entries
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && isWanted(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
}

function foldersOf(folder: string, entries: Dirent[]): string[] {
  const folders: string[] = [];
  for (const entry of entries) {
    if (ignoredFolders.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path))) folders.push(path);
  }
  return folders.sort();
}

const ignoredFolders: ReadonlySet<string> = new Set(["node_modules", ".git"]);

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Since 2.1.2 a session has a folder of its own name, with at least one of these in it. */
function isOwnFolder(entries: Dirent[]): boolean {
  return entries.some(
    (entry) => entry.isDirectory() && (entry.name === "subagents" || entry.name === "tool-results"),
  );
}

/** From about 2.0.28 on sub-agents have transcripts of their own. */
function isAgentFile(path: string): boolean {
  const name = basename(path);
  return name.startsWith("agent-") && isTranscriptName(name);
}

function isTranscriptName(name: string): boolean {
  return name.endsWith(".jsonl");
}

/** The id of a transcript: its file name without extension. */
export function transcriptId(path: string): string {
  return basename(path).replace(/\.jsonl$/, "");
}
