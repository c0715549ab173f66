import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import { type Context, present } from "@chatexport/core";
import { isLinesName, realPath } from "@chatexport/core/read";
import { type LooseAgent, StoreContents, type TranscriptFile } from "./contents.js";
import { isDesktopSessions, otherDesktopFolders } from "./desktop-app.js";
import {
  entriesOf,
  fileAt,
  filesOf,
  foldersOf,
  isFolder,
  isWebSession,
  type StoreFile,
} from "./disk.js";
import {
  indexName,
  isAgentFile,
  isHistoryName,
  mayBeWebSession,
  memoryName,
  outputsName,
  transcriptId,
} from "./file-kinds.js";
import type { Root } from "./roots.js";
import { isOwnFolder } from "./session-folder.js";

/** The facts about a folder before it is looked at. */
interface FolderContext {
  /** Set on a root; absent for a folder that is met on the way. */
  kind?: Root["kind"];
  /** The config folder that it lies in. */
  configFolder?: string;
  /** The part of a config folder that it is. */
  holds?: "projects" | "project";
}

/** A walk through all roots: what it has found, and where it has been. */
export class Survey {
  readonly contents = new StoreContents();
  /** Real paths, because people link folders of projects to each other after a move. */
  readonly #folders = new Set<string>();
  readonly #files = new Set<string>();
  /** Transcripts that are links; each counts unless what it leads to is found as well. */
  readonly #links: { real: string; file: TranscriptFile | LooseAgent }[] = [];
  readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  /** Notes a visit. False when the file was visited before. */
  isNewFile(real: string): boolean {
    return isFirst(this.#files, real);
  }

  /** A file of a folder, the first time that it is met, wherever a link to it lies. */
  newFile(folder: string, { name }: Dirent): StoreFile | undefined {
    const path = join(folder, name);
    const file = fileAt(path, this.context);
    return file && this.isNewFile(realPath(path)) ? file : undefined;
  }

  #entriesOf(folder: string): Dirent[] {
    return entriesOf(folder, this.context);
  }

  /** Finds what a folder holds: a config folder, the desktop app's data, projects, or anything else. */
  visit(
    folder: string,
    { kind, ...around }: FolderContext,
    entries = this.#entriesOf(folder),
  ): void {
    this.context.signal.throwIfAborted();
    if (isDesktopSessions(folder)) {
      this.#visitDesktop(folder);
      return;
    }
    const real = realPath(folder);
    if (!isFirst(this.#folders, real)) return;

    const desktop = foldersOf(folder, entries).filter(isDesktopSessions);
    for (const path of desktop) this.#visitDesktop(path);

    const projects = join(folder, "projects");
    const hasProjects = entries.some(({ name }) => name === "projects") && isFolder(projects);
    const isConfig = this.#isConfigFolder(folder, entries, kind !== undefined, hasProjects);
    const inside = isConfig ? { configFolder: folder } : around;
    // Beside these the tool and the app keep much that is no conversation.
    if (isConfig && hasProjects) this.visit(projects, { ...inside, holds: "projects" });
    else if (desktop.length === 0 && kind !== "desktop" && !(isConfig && kind === "config-folder"))
      this.#visitAny(folder, real, entries, inside);
  }

  /** Notes the sidecars of the desktop app, and what the config folders of Cowork's sessions hold. */
  #visitDesktop(folder: string): void {
    for (const path of this.#desktopConfigs(folder)) this.visit(path, {});
  }

  #desktopConfigs(folder: string): string[] {
    this.context.signal.throwIfAborted();
    if (!isFirst(this.#folders, realPath(folder))) return [];
    const entries = this.#entriesOf(folder);
    for (const entry of filesOf(entries, (name) => /^local_.*\.json$/s.test(name))) {
      const file = this.newFile(folder, entry);
      if (file) this.contents.desktopSidecars.push(file);
    }
    return foldersOf(folder, entries).flatMap((path) => {
      const name = basename(path);
      if (otherDesktopFolders.has(name) || name.startsWith("deleted_")) return [];
      // The other files in a session's folder are the user's.
      if (!name.startsWith("local_")) return this.#desktopConfigs(path);
      const config = join(path, ".claude");
      return isFolder(join(config, "projects")) ? [config] : [];
    });
  }

  /**
   * Notes a config folder: it has `projects` or the history of prompts. One that is neither a root nor named like
   * one needs both, because other folders have projects too.
   */
  #isConfigFolder(
    folder: string,
    entries: readonly Dirent[],
    isPlace: boolean,
    hasProjects: boolean,
  ): boolean {
    const [entry] = filesOf(entries, isHistoryName);
    const hasHistory = entry !== undefined && !isFolder(join(folder, entry.name));
    const isLikely = isPlace || basename(folder).startsWith(".claude");
    if (isLikely ? !hasProjects && !hasHistory : !hasProjects || !hasHistory) return false;
    const history = hasHistory ? this.newFile(folder, entry) : undefined;
    this.contents.configFolders.push(present({ path: folder, history }));
    return true;
  }

  /** A folder with transcripts, with folders in which there may be some, or both. */
  #visitAny(
    folder: string,
    real: string,
    entries: readonly Dirent[],
    { configFolder, holds }: FolderContext,
  ): void {
    const transcripts = this.#visitTranscripts(folder, real, entries, configFolder);
    this.#visitJson(folder, entries);
    // Other folders called "memory" are not the tool's.
    const isMark = (name: string) => isLinesName(name) || name === indexName;
    const isProject = holds === "project" || filesOf(entries, isMark).length > 0;
    // A folder of projects can be a root.
    const hasProjects = holds === "projects" || basename(folder) === "projects";
    const around = { configFolder, holds: hasProjects ? ("project" as const) : undefined };
    for (const path of foldersOf(folder, entries)) {
      const inner = this.#entriesOf(path);
      const transcript = transcripts.get(basename(path));
      if (transcript) Object.assign(transcript, this.filesInFolder(path, inner));
      else if (isOwnFolder(path, inner)) {
        // The transcript of the session is missing.
        if (!this.#folders.has(realPath(path)))
          this.#addLooseAgents(path, this.filesInFolder(path, inner));
      } else if (isProject && basename(path) === memoryName) this.#visitMemory(path, real, inner);
      else if (isProject && basename(path) === outputsName) {
        const outputs = this.filesInFolder(path, inner).companions;
        for (const each of transcripts.values()) each.outputs = outputs;
      } else this.visit(path, present(around), inner);
    }
  }

  /** Notes what the tool remembers about a project: the Markdown in `memory`. `project` is its real path. */
  #visitMemory(path: string, project: string, entries: readonly Dirent[]): void {
    const real = realPath(path);
    if (real !== join(project, basename(path)) || !isFirst(this.#folders, real)) return;
    const files = this.#markdownIn(path, entries);
    if (files.length > 0) this.contents.memories.push({ path, files });
  }

  // No links: a memory is the tool's own writing, and lies where the tool puts it.
  #markdownIn(folder: string, entries: readonly Dirent[]): StoreFile[] {
    const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
    return sorted.flatMap((entry): StoreFile[] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return this.#markdownIn(path, this.#entriesOf(path));
      const file = entry.isFile() && entry.name.endsWith(".md") && fileAt(path, this.context);
      return file ? [file] : [];
    });
  }

  /** Notes the index of a project, and the sessions of the web that were saved in a folder. */
  #visitJson(folder: string, entries: readonly Dirent[]): void {
    const { indexes, webSessions } = this.contents;
    const isWanted = (name: string) =>
      name === indexName || (mayBeWebSession(name) && isWebSession(join(folder, name)));
    for (const entry of filesOf(entries, (name) => name.endsWith(".json") && isWanted(name))) {
      const file = this.newFile(folder, entry);
      if (file) (entry.name === indexName ? indexes : webSessions).push(file);
    }
  }

  /** Notes the transcripts that lie in a folder; the result are those of sessions, by their id. */
  #visitTranscripts(
    folder: string,
    realFolder: string,
    entries: readonly Dirent[],
    configFolder: string | undefined,
  ): Map<string, TranscriptFile> {
    const transcripts = new Map<string, TranscriptFile>();
    for (const entry of filesOf(entries, isLinesName)) {
      const path = join(folder, entry.name);
      const isLink = entry.isSymbolicLink();
      const real = isLink ? realPath(path) : join(realFolder, entry.name);
      if (this.#files.has(real)) continue;
      const file = fileAt(path, this.context);
      if (!file) continue;
      const id = transcriptId(path);
      const own = { id, folder: join(folder, id), companions: [], configFolder };
      const agent: LooseAgent = present({ ...file, ...own });
      const transcript = isAgentFile(path) ? undefined : { ...agent, agents: [] };
      if (transcript) transcripts.set(id, transcript);
      const found = transcript ?? agent;
      if (isLink) this.#links.push({ real, file: found });
      else if (this.isNewFile(real)) this.#add(found);
    }
    return transcripts;
  }

  /** The files in a session's own folder, beside the transcript, added to `own`. */
  filesInFolder(
    folder: string,
    entries = this.#entriesOf(folder),
    real = realPath(folder),
    own: Pick<TranscriptFile, "agents" | "companions"> = { agents: [], companions: [] },
  ): typeof own {
    this.#folders.add(real);
    for (const entry of filesOf(entries, () => true)) {
      const path = join(folder, entry.name);
      const file = fileAt(path, this.context);
      if (!file) continue;
      this.#files.add(join(real, entry.name));
      (isAgentFile(path) ? own.agents : own.companions).push(file);
    }
    // Only real folders: a link inside a session's folder has no reason to be.
    for (const { name } of entries.filter((entry) => entry.isDirectory()))
      this.filesInFolder(join(folder, name), undefined, join(real, name), own);
    return own;
  }

  /** Keeps the sub-agents of a session whose transcript is missing. */
  #addLooseAgents(
    folder: string,
    { agents, companions }: Pick<TranscriptFile, "agents" | "companions">,
  ): void {
    const own = { folder, parentId: basename(folder), companions };
    for (const agent of agents)
      this.contents.looseAgents.push({ ...agent, id: transcriptId(agent.path), ...own });
  }

  /** Adds the transcripts that are links, where nothing else led to the same file. */
  followLinks(): void {
    for (const { real, file } of this.#links) {
      if (this.isNewFile(real)) this.#add(file);
      else if ("agents" in file) this.#addLooseAgents(file.folder, file);
    }
  }

  #add(file: TranscriptFile | LooseAgent): void {
    if ("agents" in file) this.contents.transcripts.push(file);
    else this.contents.looseAgents.push(file);
  }
}

/** Notes a visit. False when the file or folder was visited before. */
function isFirst(visited: Set<string>, real: string): boolean {
  const isNew = !visited.has(real);
  visited.add(real);
  return isNew;
}
