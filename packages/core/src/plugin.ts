import type { Diagnostic } from "./diagnostics.js";
import type { Project, Session } from "./model.js";
import type { Tally } from "./tally.js";

/** The version of the interfaces in this file; a host refuses a plugin that carries another. */
export const apiVersion = 1 as const;

/** The surroundings that a host hands to every call of a plugin. */
export interface Context {
  /** Tells the host about a condition; the host decides whether to print it. */
  report(diagnostic: Diagnostic): void;
  /** Ends the work early. */
  signal: AbortSignal;
  /** Gives what `find` tells, or told in an earlier run: plain data. `key` names a source and a file, `state` changes with it. */
  recall?: (<Facts>(key: string, state: string, find: () => Facts) => Facts) | undefined;
}

/** Describes an option of a plugin, in the shape of `parseArgs` from `node:util`. */
export interface PluginOption {
  /**
   * `unified` takes plugins for a processor of unified: users name modules, with options or without,
   * and the plugin gets a list of functions, each in a list with its options.
   */
  type: "string" | "boolean" | "unified";
  /** The option may be given more than once and is a list. */
  multiple?: boolean;
  /** One sentence for the user. */
  description: string;
  /** The only values allowed. */
  values?: readonly string[];
  /** It adds sessions to the list of a source and changes no other one; see `SessionRef.listedBy`. */
  adds?: true;
}

/** The options of a plugin by name: the export `options` of its package. */
export type PluginOptions = Readonly<Record<string, PluginOption>>;

/** A plugin package's default export for reading. */
export type SourceFactory<Options = SourceOptions, Locator = unknown> = (
  options?: Options,
) => Source<Locator>;

/** A plugin package's default export for writing. */
export type SinkFactory<Options = Record<string, unknown>> = (options?: Options) => Sink | Dataset;

/** Options that every source takes. With either, no other place and no environment is consulted. */
export interface SourceOptions {
  /** The user's home directory. */
  home?: string;
  /** Folders or files to read instead of the default places; their shape decides what they are. */
  roots?: readonly string[];
}

/**
 * Reads the history that a tool keeps. It never changes anything. `Locator` is the shape of its own
 * addresses of sessions: plain data, which survives `JSON.parse(JSON.stringify(locator))`.
 */
export interface Source<Locator = unknown> {
  /** A short noun: "claude". */
  readonly name: string;
  readonly apiVersion: typeof apiVersion;
  /** The stores that were looked for, whether or not they exist. */
  stores(context: Context, options?: { count?: boolean }): Promise<Store[]>;
  /** The sessions, cheaply: bodies are not parsed. Reports only what hides a session. */
  list(context: Context): AsyncIterable<SessionRef<Locator>>;
  /** One session, complete. Throws when nothing of it can be read. */
  load(ref: SessionRef<Locator>, context: Context): Promise<Session>;
  /**
   * False when the stored bytes of a session surely lack one of these words, in any case, so that a search need not
   * load it. A word is three or more ASCII letters, digits or `_`, and may be part of a longer one.
   */
  mayContain?(
    ref: SessionRef<Locator>,
    words: readonly string[],
    context: Context,
  ): Promise<boolean>;
  /** The bytes of a session of which the list has no size; threads share an export by it. Undefined where nothing tells. */
  sizeOf?(ref: SessionRef<Locator>, context: Context): Promise<number | undefined>;
  /** The names in all records that this version of the source does not know; no values. */
  unknownNames?(context: Context): Promise<UnknownName[]>;
  /** Numbers that the tool counted on each day, the oldest first. */
  dailyCounts?(context: Context): Promise<DailyCounts[]>;
  /** Releases what it holds open. */
  close?(): void | Promise<void>;
}

/** A file or folder in which a tool keeps history, or in which a source looks for it. */
export interface Store {
  path: string;
  /** The on-disk shape: "claude/jsonl". */
  format: string;
  found: boolean;
  readable: boolean;
  /** The reason why it is not readable. */
  reason?: string;
  /** Sessions found in it. */
  sessions?: number;
  /** The number of them in each on-disk shape: "cursor/bubbles"; one may be in several. */
  formats?: Record<string, number>;
  /** Size of the database, or of the files that its sessions are composed of. */
  bytes?: number;
  /** A version of the tool that the source does not know wrote it. */
  isUnknownLayout?: boolean;
  /** Rows that no session owns, by key family; only with counts. */
  unowned?: Record<string, Tally>;
  /** Paths or URIs of projects that the tool opened lately, the last one first; only with counts. */
  recentProjects?: string[];
  /** The number of files that belong to no session, by what they are; only with counts. */
  unownedFiles?: Record<string, number>;
  /** The rule by which the tool deletes sessions from it. */
  retention?: Retention;
}

/** For how long a tool keeps sessions. */
export interface Retention {
  /** Days without a change after which a session is deleted. */
  days: number;
  /** The settings file that says so; absent when the tool's own default holds. */
  path?: string;
  /** The reason why the tool may do something else, in one sentence. */
  doubt?: string;
  /** The setting that makes the tool keep sessions longer: a text to write into a file. */
  setting?: { text: string; path: string };
}

/** A name in stored records that a source does not know. */
export interface UnknownName {
  /** The place in a record, in kebab-case: "record-type". */
  place: string;
  name: string;
  /** The number of times that it occurs there. */
  count: number;
  /** The versions of the tool that wrote it, as far as the records say. */
  versions?: string[];
}

/** The numbers that a tool counted on a day. */
export interface DailyCounts {
  /** "2026-01-31", in the time zone of the machine that counted, or in UTC. */
  day: string;
  /** By what was counted, in words for people: "lines accepted from Tab". */
  counts: Record<string, number>;
}

/** The facts about a session that are known before it is loaded. */
export interface SessionRef<Locator = unknown> {
  /** Unique within the source and stable. */
  id: string;
  /** Name of the source that reads the tool's own store: an archive names the original one. */
  source: string;
  /** In one line, whole: hosts mask secrets in it, then shorten it. */
  title?: string;
  cwd?: string;
  /** Further working directories, as far as listing meets them. */
  folders?: string[];
  project?: Project;
  /** Branch of the repository. */
  branch?: string;
  startedAt?: string;
  updatedAt?: string;
  /** Size of everything that the session is composed of. */
  bytes?: number;
  archived?: boolean;
  /** The tool keeps the session but shows it nowhere. */
  unlisted?: boolean;
  /** Only a trace of it is left, such as its prompts or its title. */
  trace?: boolean;
  /** The time when the tool will delete it unless it goes on, as far as that is known. */
  expiresAt?: string;
  /** Name of the option of the source without which the session is not listed: "empty". */
  listedBy?: string;
  parent?: Session["parent"];
  subagentCount?: number;
  /** Opaque; differs when anything that the session is composed of has changed. */
  revision: string;
  /** The source's own address of the session: plain data. */
  locator: Locator;
}

/** Names a session among those of all sources. */
export function sessionKey({ source, id }: Pick<SessionRef, "source" | "id">): string {
  return `${source}\n${id}`;
}

/** A part or property that a document can carry. */
export type Feature =
  | "reasoning"
  | "tool-input"
  | "tool-output"
  | "tool-definitions"
  | "files"
  | "edits"
  | "branches"
  | "subagents"
  | "usage"
  | "native"
  | "unknown";

/** Renders a session. It never touches the disk: the host names and writes the files. */
export interface Sink {
  /** A short noun: "markdown". */
  readonly name: string;
  readonly apiVersion: typeof apiVersion;
  /** Of the file name, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Two documents cannot be joined in one file. */
  readonly isAlone?: true;
  /** The features that survive. */
  readonly keeps: ReadonlySet<Feature>;
  /** "file", the default: beside other documents. "folder": as `index.<extension>` in a folder of its own. */
  readonly layout?: "file" | "folder";
  /** The document in pieces, so that a huge session is never one string. */
  render(session: Session, context: SinkContext): AsyncIterable<string | Uint8Array>;
  /** A document over all sessions of a folder. */
  index?(entries: readonly IndexEntry[], context: IndexContext): AsyncIterable<string | Uint8Array>;
}

/** The surroundings that a host hands to a sink. */
export interface SinkContext extends Context {
  /** Puts a file beside the document and resolves to the relative link to it; to undefined when the target has no files. */
  asset(bytes: Uint8Array, mediaType: string, name?: string): Promise<string | undefined>;
  /**
   * Writes a further page into the folder of the document, for the layout "folder", and resolves to the relative link
   * to it when it is complete; absent when the target has no folders. The host makes a file name out of the name.
   * Relative links are the same on every page; `index.<extension>` is the document. Pages may be written at once.
   */
  page?(name: string, content: AsyncIterable<string | Uint8Array>): Promise<string>;
  /** Relative link to the index of the folder, where one is written; it leads to other sessions, whose files change names. */
  index?: string;
}

/** The surroundings that a host hands to the index of a sink. */
export interface IndexContext extends Context {
  /** The files beside the index; absent where the host keeps none. */
  folder?: IndexFolder;
}

/** The files beside an index, which the host keeps from one run to the next. */
export interface IndexFolder {
  /** Relative link from the index to the folder. */
  link: string;
  /** A hash of the document of an entry: another one when the document is another. */
  revisionOf(entry: IndexEntry): string | undefined;
  /** The text of the document of an entry, in pieces; none when it cannot be read. */
  textOf(entry: IndexEntry): AsyncIterable<string>;
  /** A file as the index of the run before has put it; undefined when it is not there, or was changed since. */
  earlier(name: string): Promise<string | undefined>;
  /** Puts a file there. Files that are not put again are removed. */
  put(name: string, text: string): Promise<void>;
}

/** A session as an entry of an index. */
export interface IndexEntry {
  id: string;
  source: string;
  title?: string;
  /** Name of the project. */
  project?: string;
  startedAt?: string;
  updatedAt?: string;
  model?: string;
  /** The first prompt of the user, in one line; absent when the title says it. */
  firstPrompt?: string;
  /** Messages on the active branch. */
  messageCount?: number;
  /** Agents that did a part of the work; those that the tool started for itself do not count. */
  subagentCount?: number;
  /** Prompts of its own. */
  promptCount?: number;
  /** Those of sub-agents and branches, too. */
  failedCallCount?: number;
  /** Changed files, and their lines. */
  changes?: { files: number; added: number; removed: number };
  /** "Committed 4e12a98": commits, tests, pull requests. */
  marks?: string[];
  /** As in `Session`. */
  archived?: boolean;
  /** "vanished": the store has lost it; "decayed": a part of it. The document is as it was before. */
  state?: "vanished" | "decayed";
  /** Relative link from the index to the document. */
  href: string;
  /** Links to documents from before the store lost a part of the session, which went on after. */
  earlier?: string[];
}

/** Writes sessions as a folder of files that are read together, such as tables. It names and writes them itself. */
export interface Dataset {
  /** A short noun: "parquet". */
  readonly name: string;
  readonly apiVersion: typeof apiVersion;
  /** The features that survive. */
  readonly keeps: ReadonlySet<Feature>;
  /** Says what has to be written so that the folder holds these sessions, too. Nothing is written yet. */
  plan(refs: readonly SessionRef[], context: DatasetContext): Promise<DatasetPlan>;
}

/** The surroundings that a host hands to a dataset. */
export interface DatasetContext extends Context {
  /** The folder of its files, which may be missing. */
  folder: string;
  /** Another text when the content of a session would be another: it, a setting, or a version has changed. */
  revisionOf(ref: SessionRef): string;
  /** Everything is to be written anew. */
  isForced: boolean;
  /** Tells that another process writes to the folder, and that this one waits for it. */
  wait(owner: string): void;
  /**
   * The decisions of people and rules about private texts; for datasets that are made to be given
   * away.
   */
  privacy?: DatasetPrivacy;
}

/** The steps taken about private texts in sessions, as far as they were handed out. */
export interface DatasetPrivacy {
  /** Another text when people have decided otherwise. */
  revision(): string;
  /** A session as people decided about it in a review; `document` is what would be written of it. */
  reviewed(session: Session, document: string): Session | Promise<Session>;
  /** The number of texts that may be private and have no decision. */
  undecided(): number;
  /** The number of masked secrets, by their kind; undefined where none are looked for. */
  masked(): Readonly<Record<string, number>> | undefined;
}

/** The work left to do so that a dataset holds sessions. */
export interface DatasetPlan {
  /** The sessions that have to be written, each once, in the order in which `write` takes them. */
  outdated: readonly OutdatedSession[];
  /** Writes sessions. One that is not handed out, since it could not be loaded, may stay as it was. */
  write(sessions: AsyncIterable<ListedContent>): Promise<WrittenDataset>;
}

/** The result of writing a dataset. */
export interface WrittenDataset {
  /** The files that were looked at. */
  files: readonly DatasetFile[];
  /** The sessions that were handed out and are in none of them. */
  leftOut: readonly LeftOutSession[];
}

/** A session that a dataset does not take. */
export interface LeftOutSession {
  ref: SessionRef;
  /** In a few words that fit behind a number of sessions: "repeated". */
  reason: string;
}

/** A session that a dataset needs. */
export interface OutdatedSession {
  ref: SessionRef;
  /** "new": it has nothing of it; "changed": it has something else; "unchanged": it is written again with others. */
  state: "new" | "changed" | "unchanged";
}

/** A session that was loaded, and what listing told about it. */
export interface ListedContent {
  ref: SessionRef;
  session: Session;
}

/** A file of a dataset after a run. */
export interface DatasetFile {
  path: string;
  /** Size in bytes. */
  bytes: number;
  state: "new" | "changed" | "unchanged";
}

/** Changes a session before it is rendered; unchanged parts are shared with the original. */
export type Transform = (session: Session, context: Context) => Session | Promise<Session>;
