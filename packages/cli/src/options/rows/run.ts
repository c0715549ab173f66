import { changing } from "../command-names.js";
import type { OptionRows } from "../option-row.js";
import { parseCount } from "../parse-words.js";

/** The options about how a command runs, with those of single commands. */
export const run = {
  /** The tool in which a session continues. */
  in: {
    flags: "--in <tool>",
    commands: ["continue", "unpack"],
    description: "claude, codex, copilot, gemini, opencode or pi",
    meanings: { unpack: "convert the sessions for this tool" },
    values: ["claude", "codex", "copilot", "gemini", "opencode", "pi"],
    initial: "claude",
    initialFor: ["continue"],
  },
  /** The number of the last prompt that is kept. */
  at: {
    flags: "--at <n>",
    commands: ["continue", "fork"],
    description: "keep everything up to the answer to prompt n",
    parse: parseCount("--at"),
    takes: "count",
  },
  /** Starts the tool. */
  run: {
    flags: "--run",
    commands: ["continue"],
    description: "start the tool right away",
  },
  /** Leaves out what results of calls have beyond so many characters. */
  results: {
    flags: "--results <n>",
    commands: ["trim"],
    description: "cut each tool result to n characters",
    parse: parseCount("--results"),
    takes: "count",
  },
  /** Leaves out images. */
  images: { flags: "--images", commands: ["trim"], description: "remove images" },
  /** Leaves out what the model thought. */
  trimReasoning: {
    flags: "--reasoning",
    commands: ["trim"],
    description: "remove the model's reasoning",
  },
  /** Leaves out what was said before the prompt of this number. */
  before: {
    flags: "--before <n>",
    commands: ["trim"],
    description: "remove all before prompt n",
    parse: parseCount("--before"),
    takes: "count",
  },
  /** All sessions. */
  every: {
    flags: "--all",
    commands: ["restore", "repair"],
    description: "repair every session",
    meanings: { restore: "every session that its tool no longer has" },
  },
  /** Lists what can be undone, or what tools do not list. */
  list: {
    flags: "--list",
    commands: ["undo", "repair"],
    description: "list what can be undone, newest first",
    meanings: { repair: "list sessions that tools keep but do not show" },
  },
  /** Writes nothing, and lists what would change and why. */
  dryRun: {
    flags: "-n, --dry-run",
    commands: ["export", "hook", ...changing],
    description: "change nothing; list what would change, and why",
  },
  /** Does it without asking. */
  yes: {
    flags: "-y, --yes",
    commands: ["move", "share", "undo", "trim", "repair", "delete"],
    description: "do not ask",
    meanings: { share: "do not ask; use your earlier decisions" },
  },
  /** Sets the last move back. */
  undo: {
    flags: "--undo",
    commands: ["move"],
    description: "undo the last move",
  },
  /** Writes everything anew, over edits of the user and over what the store has lost. */
  force: {
    flags: "--force",
    commands: ["export"],
    description: "rewrite every file, even edited ones and sessions the tool has trimmed",
  },
  /** Goes on, and writes what changes in the stores. */
  watch: {
    flags: "-w, --watch",
    commands: ["export"],
    description: "stay, and write whatever changes within seconds; Ctrl-C ends it",
  },
  /** In how many threads documents are rendered; when it is absent, as many as the work is worth. */
  jobs: {
    flags: "-j, --jobs <n>",
    commands: ["export"],
    description: "use n threads; 1 takes the least memory",
    parse: parseCount("--jobs"),
    takes: "count",
  },
  /** Prints JSON in place of what people read. */
  json: {
    flags: "--json",
    commands: [
      "list",
      "show",
      "search",
      "why",
      "commits",
      "stats",
      "doctor",
      ...changing,
      "pack",
      "plugins",
    ],
    description: "print JSON",
  },
  /** Reads everything, and prints the names that are not known. */
  schema: {
    flags: "--schema",
    commands: ["doctor"],
    description: "read everything and list unknown record types and fields",
  },
  /** A JSON file to be written, on what became of every record. */
  report: {
    flags: "--report <file>",
    commands: ["export"],
    description: "write a JSON report on every session, record and masked secret",
    takes: "file",
  },
  /** A JSON file that says what tokens cost. */
  prices: {
    flags: "--prices <file>",
    commands: ["stats"],
    description: "estimate with your own prices per million tokens, from a JSON file",
    takes: "file",
  },
  /** Ends with 1 when a record is malformed or unknown, or a field is unknown; a data set has to be reviewed. */
  strict: {
    flags: "--strict",
    commands: ["export"],
    description:
      "exit with 1 on damaged or unknown records and fields; write only reviewed data sets",
  },
} as const satisfies OptionRows;
