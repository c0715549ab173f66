import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
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
export async function findTranscripts(place: string, context: Context): Promise<StoreContents> {
  const contents: StoreContents = { transcripts: [], looseAgents: [] };
  const info = await stat(place);
  if (info.isDirectory()) {
    const projects = join(place, "projects");
    const isConfigFolder = (await readdir(place)).includes("projects");
    const root = isConfigFolder && (await stat(projects)).isDirectory() ? projects : place;
    await walk(root, await readdir(root, { withFileTypes: true }), contents, new Set(), context);
  } else {
    const file = { path: place, size: info.size, modified: info.mtimeMs };
    const id = stem(place);
    const folder = join(dirname(place), id);
    if (isAgentFile(place)) contents.looseAgents.push({ ...file, id, folder, companions: [] });
    else {
      const own = await ownFiles(folder, await entriesOf(folder), context);
      contents.transcripts.push({ ...file, id, folder, ...own });
    }
  }
  return contents;
}

async function walk(
  folder: string,
  entries: Dirent[],
  contents: StoreContents,
  visited: Set<string>,
  context: Context,
): Promise<void> {
  context.signal.throwIfAborted();
  // People link folders of projects to each other after a move; a link must not be read twice.
  const real = await realpath(folder);
  if (visited.has(real)) return;
  visited.add(real);

  const transcripts = new Map<string, TranscriptFile>();
  for (const path of pathsOf(folder, entries, isTranscriptName)) {
    const file = await fileAt(path, context);
    if (!file) continue;
    const id = stem(path);
    const found = { ...file, id, folder: join(folder, id), companions: [] };
    if (isAgentFile(path)) contents.looseAgents.push(found);
    else transcripts.set(id, { ...found, agents: [] });
  }
  for (const path of await foldersOf(folder, entries)) {
    const inner = await entriesOf(path, context);
    const transcript = transcripts.get(basename(path));
    if (transcript) Object.assign(transcript, await ownFiles(path, inner, context));
    else if (isOwnFolder(inner)) {
      const { agents, companions } = await ownFiles(path, inner, context);
      const own = { folder: path, parentId: basename(path), companions };
      for (const agent of agents)
        contents.looseAgents.push({ ...agent, id: stem(agent.path), ...own });
    } else await walk(path, inner, contents, visited, context);
  }
  contents.transcripts.push(...transcripts.values());
}

/** The files in a session's own folder, beside the transcript. */
async function ownFiles(
  folder: string,
  entries: Dirent[],
  context: Context,
): Promise<Pick<TranscriptFile, "agents" | "companions">> {
  const agents: StoreFile[] = [];
  const companions: StoreFile[] = [];
  for (const path of pathsOf(folder, entries, () => true)) {
    const file = await fileAt(path, context);
    if (file) (isAgentFile(path) ? agents : companions).push(file);
  }
  // Only real folders: a link inside a session's folder has no reason to be.
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    const inner = await ownFiles(path, await entriesOf(path, context), context);
    agents.push(...inner.agents);
    companions.push(...inner.companions);
  }
  return { agents, companions };
}

async function entriesOf(folder: string, context?: Context): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
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

async function fileAt(path: string, context: Context): Promise<StoreFile | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
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

async function foldersOf(folder: string, entries: Dirent[]): Promise<string[]> {
  const folders: string[] = [];
  for (const entry of entries) {
    if (ignoredFolders.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path))))
      folders.push(path);
  }
  return folders.sort();
}

const ignoredFolders: ReadonlySet<string> = new Set(["node_modules", ".git"]);

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
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

function stem(path: string): string {
  return basename(path).replace(/\.jsonl$/, "");
}
