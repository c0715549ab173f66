import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import { present } from "@chatexport/core";
import { isLinesName, realPath } from "@chatexport/core/read";
import {
  type ConfigFolder,
  isFirstVisit,
  type LooseAgent,
  type Survey,
  type TranscriptFile,
} from "./contents.js";
import { isDesktopSessions, visitDesktopSessions } from "./desktop-app.js";
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
  historyName,
  indexName,
  isAgentFile,
  mayBeWebSession,
  memoryName,
  outputsName,
  transcriptId,
} from "./file-kinds.js";
import type { Root } from "./roots.js";
import { addLooseAgents, filesInFolder, isOwnFolder } from "./session-folder.js";

/** The facts about a folder before it is looked at. */
interface FolderContext {
  /** Set on a root; absent for a folder that is met on the way. */
  kind?: Root["kind"];
  /** The config folder that it lies in. */
  configFolder?: string;
  /** The part of a config folder that it is. */
  holds?: "projects" | "project";
}

/** Finds what a folder holds: a config folder, the desktop app's data, projects, or anything else. */
export function visit(
  folder: string,
  { kind, ...around }: FolderContext,
  survey: Survey,
  entries: readonly Dirent[] = entriesOf(folder, survey.context),
): void {
  survey.context.signal.throwIfAborted();
  if (isDesktopSessions(folder)) {
    visitDesktop(folder, survey);
    return;
  }
  const real = realPath(folder);
  if (!isFirstVisit(survey.folders, real)) return;

  const desktop = foldersOf(folder, entries).filter(isDesktopSessions);
  for (const path of desktop) visitDesktop(path, survey);

  const projects = join(folder, "projects");
  const hasProjects = entries.some(({ name }) => name === "projects") && isFolder(projects);
  const config = configFolderAt(folder, entries, kind !== undefined, hasProjects, survey);
  if (config) survey.contents.configFolders.push(config);
  const inside = config ? { configFolder: config.path } : around;
  // Beside these the tool and the app keep much that is no conversation.
  if (config && hasProjects) visit(projects, { ...inside, holds: "projects" }, survey);
  else if (desktop.length === 0 && kind !== "desktop" && !(config && kind === "config-folder"))
    visitAny(folder, real, entries, inside, survey);
}

function visitDesktop(folder: string, survey: Survey): void {
  for (const path of visitDesktopSessions(folder, survey)) visit(path, {}, survey);
}

/** A folder with transcripts, with folders in which there may be some, or both. */
function visitAny(
  folder: string,
  real: string,
  entries: readonly Dirent[],
  { configFolder, holds }: FolderContext,
  survey: Survey,
): void {
  const transcripts = visitTranscripts(folder, real, entries, configFolder, survey);
  visitJson(folder, entries, survey);
  // Other folders called "memory" are not the tool's.
  const isMark = (name: string) => isLinesName(name) || name === indexName;
  const isProject = holds === "project" || filesOf(entries, isMark).length > 0;
  // A folder of projects can be a root.
  const hasProjects = holds === "projects" || basename(folder) === "projects";
  const around: FolderContext = present({
    configFolder,
    holds: hasProjects ? "project" : undefined,
  });
  for (const path of foldersOf(folder, entries)) {
    const inner = entriesOf(path, survey.context);
    const transcript = transcripts.get(basename(path));
    if (transcript) Object.assign(transcript, filesInFolder(path, inner, survey));
    else if (isOwnFolder(path, inner)) {
      // The transcript of the session is missing.
      if (!survey.folders.has(realPath(path)))
        addLooseAgents(path, filesInFolder(path, inner, survey), survey);
    } else if (isProject && basename(path) === memoryName) visitMemory(path, real, inner, survey);
    else if (isProject && basename(path) === outputsName) {
      const outputs = filesInFolder(path, inner, survey).companions;
      for (const each of transcripts.values()) each.outputs = outputs;
    } else visit(path, around, survey, inner);
  }
}

/**
 * The config folder that a folder is, if it is one: it has `projects` or the history of prompts. One
 * that is neither a root nor named like one needs both, because other folders have projects too.
 */
function configFolderAt(
  folder: string,
  entries: readonly Dirent[],
  isPlace: boolean,
  hasProjects: boolean,
  survey: Survey,
): ConfigFolder | undefined {
  const entry = entries.find(({ name }) => name === historyName);
  const hasHistory = entry !== undefined && !isFolder(join(folder, historyName));
  const isLikely = isPlace || basename(folder).startsWith(".claude");
  if (isLikely ? !hasProjects && !hasHistory : !hasProjects || !hasHistory) return undefined;
  const history = hasHistory ? survey.newFile(folder, entry) : undefined;
  return present({ path: folder, history });
}

/** Notes what the tool remembers about a project: the Markdown in `memory`. `project` is its real path. */
function visitMemory(
  path: string,
  project: string,
  entries: readonly Dirent[],
  survey: Survey,
): void {
  const real = realPath(path);
  if (real !== join(project, basename(path)) || !isFirstVisit(survey.folders, real)) return;
  const files = markdownIn(path, entries, survey);
  if (files.length > 0) survey.contents.memories.push({ path, files });
}

// No links: a memory is the tool's own writing, and lies where the tool puts it.
function markdownIn(folder: string, entries: readonly Dirent[], survey: Survey): StoreFile[] {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((entry): StoreFile[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownIn(path, entriesOf(path, survey.context), survey);
    const file = entry.isFile() && entry.name.endsWith(".md") && fileAt(path, survey.context);
    return file ? [file] : [];
  });
}

/** Notes the index of a project, and the sessions of the web that were saved in a folder. */
function visitJson(folder: string, entries: readonly Dirent[], survey: Survey): void {
  const { indexes, webSessions } = survey.contents;
  for (const entry of filesOf(entries, (name) => name.endsWith(".json"))) {
    const isIndex = entry.name === indexName;
    const isWanted =
      isIndex || (mayBeWebSession(entry.name) && isWebSession(join(folder, entry.name)));
    const file = isWanted ? survey.newFile(folder, entry) : undefined;
    if (file) (isIndex ? indexes : webSessions).push(file);
  }
}

/** Notes the transcripts that lie in a folder; the result are those of sessions, by their id. */
function visitTranscripts(
  folder: string,
  realFolder: string,
  entries: readonly Dirent[],
  configFolder: string | undefined,
  survey: Survey,
): Map<string, TranscriptFile> {
  const transcripts = new Map<string, TranscriptFile>();
  for (const entry of filesOf(entries, isLinesName)) {
    const path = join(folder, entry.name);
    const isLink = entry.isSymbolicLink();
    const real = isLink ? realPath(path) : join(realFolder, entry.name);
    if (survey.files.has(real)) continue;
    const file = fileAt(path, survey.context);
    if (!file) continue;
    const id = transcriptId(path);
    const own = { id, folder: join(folder, id), companions: [], configFolder };
    const agent: LooseAgent = present({ ...file, ...own });
    const transcript = isAgentFile(path) ? undefined : { ...agent, agents: [] };
    if (transcript) transcripts.set(id, transcript);
    const found = transcript ?? agent;
    if (isLink) survey.links.push({ real, file: found });
    else if (isFirstVisit(survey.files, real)) add(found, survey);
  }
  return transcripts;
}

/** Adds the transcripts that are links, where nothing else led to the same file. */
export function followLinks(survey: Survey): void {
  for (const { real, file } of survey.links) {
    if (isFirstVisit(survey.files, real)) add(file, survey);
    else if ("agents" in file) addLooseAgents(file.folder, file, survey);
  }
}

function add(file: TranscriptFile | LooseAgent, { contents }: Survey): void {
  if ("agents" in file) contents.transcripts.push(file);
  else contents.looseAgents.push(file);
}
