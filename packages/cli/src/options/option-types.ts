import type { ToolKind } from "@chatexport/core";
import type { Branches, Detail } from "@chatexport/document/options";

/** Whose words something is; what a tool printed or was given is its own. */
export type Role = "user" | "assistant" | "system" | "tool";

/** Which sessions a command is about. */
export interface SelectionOptions {
  /** Only this project: its name, its path, a glob over both, or `.` for the one here. */
  project?: string;
  /** Only these sessions: the beginning or end of each id. */
  session?: string[];
  /** Milliseconds since 1970. */
  since?: number;
  /** Milliseconds since 1970. */
  until?: number;
  /** A text, or a regular expression between slashes. */
  grep?: string;
  /** Only sessions in which such a model answered: a part of its name, or a glob. */
  model?: string;
  /** Only sessions that were archived in the tool. */
  archived?: boolean;
  /** Also sessions in which nothing was said. */
  empty?: boolean;
  /** Only so many sessions, the newest. */
  limit?: number;
}

/** Where the sessions are, and what every command takes. */
export interface CommonOptions extends SelectionOptions {
  /** Names of the sources to read, or paths to such plugins; all that have places of their own when it is absent. */
  from?: string[];
  /** The home folder below which to look, in place of the user's own. */
  home?: string;
  /** Folders or files to read in place of all others. */
  root?: string[];
  option?: PluginSetting[];
  /** A file of options; once it was read, the one that was found. */
  config?: string;
  /** False leaves secrets as they are. */
  redact: boolean;
  /** Also replaces the home folder and the user's name in every path and text. */
  redactPaths?: boolean;
  /** Says nothing but errors. */
  quiet?: boolean;
  /** Says every diagnostic. */
  verbose?: boolean;
  /** False prints without colour. */
  color: boolean;
}

/** Options of `chatexport list`, and of every other command that prints data. */
export interface ListOptions extends CommonOptions {
  /** Prints JSON in place of what people read. */
  json?: boolean;
}

/** What a document of a session shows. */
export interface ContentOptions {
  /** Names of the sinks that write documents, or paths to such plugins; `markdown` when it is absent. */
  to?: string[];
  /** How much is shown; `standard` when it is absent. */
  detail?: Detail;
  /** Which lines of a session are shown; when it is absent, each sink has its own mind. */
  branches?: Branches;
  /** False hides what the model thought. */
  reasoning: boolean;
  /** False leaves the sessions of sub-agents out. */
  subagents: boolean;
}

/** Options of `chatexport export`. */
export interface ExportOptions extends CommonOptions, ContentOptions {
  /** A folder, one file, or `-` for standard output. */
  out: string;
  /** Writes nothing, and lists what would change and why. */
  dryRun?: boolean;
  /** In how many threads documents are rendered; when it is absent, as many as the work is worth. */
  jobs?: number;
  /** Writes everything anew, over edits of the user and over what the store has lost. */
  force?: boolean;
  /** Ends with 1 when a record is malformed or unknown. */
  strict?: boolean;
  /** A JSON file to be written, on what became of every record. */
  report?: string;
}

/** Options of `chatexport show`. */
export interface ShowOptions extends ListOptions, ContentOptions {}

/** Options of `chatexport search`. */
export interface SearchOptions extends ListOptions {
  /** Only what these roles wrote. */
  role?: Role[];
  /** Only calls of tools of these kinds, or with these names. */
  tool?: (ToolKind | (string & {}))[];
}

/** Options of `chatexport stats`. */
export type StatsOptions = ListOptions;

/** Options of `chatexport doctor`. */
export interface DoctorOptions extends ListOptions {
  /** The archive that is compared with the stores. */
  out: string;
  /** Reads everything, and prints the names that are not known. */
  schema?: boolean;
}

/** Options of `chatexport move`. */
export interface MoveOptions
  extends Pick<ListOptions, "home" | "json" | "color" | "quiet" | "verbose"> {
  /** Changes nothing, and lists what would change and why. */
  dryRun?: boolean;
  /** Does it without asking. */
  yes?: boolean;
  /** Sets the last move back. */
  undo?: boolean;
  /** Leaves Cursor's stores as they are. */
  claudeOnly?: boolean;
  /** Leaves Claude Code's stores as they are. */
  cursorOnly?: boolean;
  /** Leaves the project's folder where it is. */
  sessionsOnly?: boolean;
}

/** Options of `chatexport plugins`. */
export type PluginsOptions = Pick<ContentOptions, "to"> &
  Pick<ListOptions, "from" | "json" | "color" | "quiet" | "verbose" | "config">;

/** The options of all commands. */
export type AllOptions = FileOptions & MoveOptions;

/** The options that may stand in a file: those of commands that change nothing but what they write. */
export type FileOptions = ExportOptions & ShowOptions & SearchOptions & DoctorOptions;

/** One `--option NAME.KEY=VALUE`. */
export interface PluginSetting {
  plugin: string;
  key: string;
  value: string;
  /** The file where it stands; all runs find it there, so that the plugin may be none of this run. */
  file?: string;
}
