import { parseTimezone } from "../../terminal/time-zone.js";
import { choosing, loading, reading, rendering } from "../command-names.js";
import type { OptionRows } from "../option-row.js";
import { eachWord, parseSetting } from "../parse-words.js";

/** The options of content and format of documents. */
export const content = {
  /** Names of the sinks that write documents, or paths to such plugins; `markdown` when it is absent. */
  to: {
    flags: "-t, --to <sink>",
    commands: ["export", "show", "share", "stats", "hook", "plugins"],
    description:
      "format: markdown (default), html, jsonl, parquet, dataset, claude, codex, copilot, gemini, opencode, pi, or a plugin",
    brief: "format: markdown (default), html, jsonl, parquet, …",
    meanings: {
      share: "format: html (default), markdown, jsonl, or a plugin",
      show: "print it as markdown, html, jsonl, or with a plugin",
      stats: "print a page with charts: html, or a picture: svg",
      plugins: "also list this sink",
    },
    valuesFor: { stats: ["html", "svg"] },
    repeatable: true,
    parse: eachWord,
    takes: "sink",
  },
  /** A folder, one file, or `-` for standard output. */
  out: {
    flags: "-o, --out <place>",
    commands: ["export", "share", "stats", "doctor", "pack", "hook"],
    description: "where to: a folder, a file (.md, .html, .jsonl), or - for stdout",
    brief: "folder, file (.md, .html, .jsonl), or - for stdout",
    meanings: {
      share: "the file to write",
      stats: "the file to write: stats.html or stats.svg",
      pack: "the file to write",
      hook: "the folder to write to",
      doctor: "the archive to compare with what is stored",
    },
    initial: "./chat-export",
    initialFor: ["export", "doctor"],
    takes: "place",
  },
  /** The amount that is shown; `standard` when it is absent. */
  detail: {
    flags: "--detail <level>",
    commands: rendering,
    description: "how much to show: conversation, standard (default), full",
    brief: "conversation, standard (default), full",
    values: ["conversation", "standard", "full"],
  },
  /** Which lines of a session are shown; when it is absent, each sink has its own mind. */
  branches: {
    flags: "--branches <which>",
    commands: rendering,
    description: "which branches to show: active, or all (the default for html)",
    values: ["active", "all"],
  },
  /**
   * The zone of days and times, as IANA names it; when it is absent, that of this machine, and in documents
   * UTC.
   */
  timezone: {
    flags: "--timezone <zone>",
    commands: [...choosing, "share"],
    description: "time zone: local (default), UTC (default of documents), ...",
    values: ["UTC", "local"],
    parse: parseTimezone,
  },
  /** False hides what the model thought. */
  reasoning: {
    flags: "--no-reasoning",
    commands: rendering,
    description: "leave out the model's reasoning",
  },
  /** False leaves the sessions of sub-agents out. */
  subagents: {
    flags: "--no-subagents",
    commands: rendering,
    description: "leave out sub-agents",
  },
  /** False leaves secrets as they are. */
  redact: {
    flags: "--no-redact",
    commands: [...reading, "pack"],
    description: "do not mask secrets",
  },
  /** Also replaces the home folder and the user's name in every path and text. */
  redactPaths: {
    flags: "--redact-paths",
    commands: [...reading, "pack"],
    description: "also mask home folders and the user's name",
  },
  /** Also replaces personal data by pseudonyms; includes `redactPaths`. */
  redactPersonal: {
    flags: "--redact-personal",
    commands: [...reading, "share"],
    description: "also replace names, emails and hosts with pseudonyms",
  },
  option: {
    flags: "--option <setting>",
    commands: loading,
    description: "set a plugin's option: NAME.KEY=VALUE (see chatexport plugins)",
    repeatable: true,
    parse: parseSetting,
    takes: "setting",
  },
} as const satisfies OptionRows;
