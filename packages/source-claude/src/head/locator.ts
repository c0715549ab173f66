import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import type { SessionRef } from "@chatexport/core";
import type { LineRange } from "@chatexport/core/read";
import type { StoreFile } from "../locate/disk.js";
import type { Head, Hints } from "./head.js";

/** The place of a session, as its ref carries it from listing to loading. */
export type Locator = TranscriptLocator | TraceLocator | WebLocator | FilesLocator;

/** A transcript with everything that belongs to it. */
export interface TranscriptLocator {
  format: "claude/jsonl";
  path: string;
  /** The session's own folder, whether or not it exists. */
  folder: string;
  agents: AgentLocator[];
  /** The sidecar of a sub-agent whose session is gone. */
  sidecar?: string;
  /** The other files of the session's own folder, and large outputs in that of the project. */
  companions?: string[];
  /** Transcripts whose every record is in this one; they are not listed. */
  copies?: string[];
  /** Transcripts from which records of this one may have been copied, the oldest first. */
  originals?: Original[];
  /** Files beside the transcripts that belong to the session. */
  sideFiles?: SideFiles;
  head: Head;
  hints: Hints;
}

/** A sub-agent's transcript. */
export interface AgentLocator {
  path: string;
  sidecar?: string;
}

/** A session from which another one may have copied records. */
export interface Original {
  id: string;
  path: string;
}

/** Paths of the files beside the transcripts that belong to one session; of tasks one for each, of backups texts before an edit. */
export type SideFiles = Partial<Record<"plans" | "todos" | "tasks" | "backups", string[]>>;

/** The remains of a session whose transcript is gone. */
interface LeftOver {
  /** The file in which it is. */
  path: string;
  head: Head;
  subagents?: LeftAgent[];
}

/** Prompts in the history of all projects. */
export interface HistoryLocator extends LeftOver {
  format: "claude/history";
  /** The key that its rows share, see `groupOf`. */
  group: string;
  /**
   * The places of its rows, several in a row; the rows of other sessions lie between these runs.
   */
  runs: LineRange[];
  /** The bytes of all of its rows. */
  bytes: number;
}

/** Notes in the index of a project. */
export interface IndexLocator extends LeftOver {
  format: "claude/index";
  /** The prompt with which it began. */
  prompt?: string;
  /** The number of its messages. */
  messages?: number;
}

/** Facts that the desktop app keeps in its file about a session. */
export interface DesktopLocator extends LeftOver {
  format: "claude/desktop";
  model?: string;
}

type TraceLocator = HistoryLocator | IndexLocator | DesktopLocator;

/** A session that left only a trace, and what is left of its sub-agents. */
export type Trace = SessionRef<TraceLocator>;

/** A sub-agent whose session left only a trace, or nothing. */
export type LeftAgent = SessionRef<TranscriptLocator>;

/** A session on the web that was saved as one JSON file. */
export interface WebLocator {
  format: "claude/web";
  path: string;
  head: Head;
}

/** Files that make a session without messages: a memory, or files of no session. */
export interface FilesLocator {
  format: "claude/memory" | "claude/unowned";
  title: string;
  folder: string;
  files: string[];
}

/** The file or folder in which a session lies. */
export function placeOf(locator: Locator): string {
  return "path" in locator ? locator.path : locator.folder;
}

/** A ref whose id need not be unique over all roots. */
export type FoundSession = SessionRef<Locator>;

/** Changes with names, sizes and times of the files, and with what others tell of the session. */
export function revisionOf(files: readonly StoreFile[], told: object = {}): string {
  const hash = createHash("sha256").update(JSON.stringify(told));
  for (const { path, size, modified } of files)
    hash.update(`${basename(dirname(path))}/${basename(path)}\0${size}\0${modified}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** The sum of the sizes of files, in bytes. */
export function bytesOf(files: readonly StoreFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Tells transcripts of one id apart, by the folder of their project. */
export function projectMark(transcript: string): string {
  return hash8(basename(dirname(transcript)));
}

/** The first eight digits of the hash of a text. */
export function hash8(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
