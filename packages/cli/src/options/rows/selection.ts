import type { Role } from "@chatexport/document/search";
import { choosing } from "../command-names.js";
import type { OptionRows } from "../option-row.js";
import { parseTime } from "../parse-time.js";
import { eachWord, parseCount, parseShard, parseTool, toolKinds } from "../parse-words.js";

const roles = ["user", "assistant", "system", "tool"] as const satisfies readonly Role[];

/** Which sessions a command is about. */
export const selection = {
  /** Only this project: its name, its path, a glob over both, or `.` for the one here. */
  project: {
    flags: "--project <project>",
    commands: [...choosing, "continue", "pack", "unpack"],
    description: "only this project: name, path, glob, or . for this folder",
    brief: "only this project: name, path, glob, or . (this one)",
    meanings: {
      pack: "all sessions of this project: name, path, glob, or . for this folder",
      continue: "continue in this folder, not the session's own",
      unpack: "use this folder, not the current one",
    },
    takes: "project",
  },
  /** Only these sessions: the beginning or end of each id; `latest` is the newest that other options leave. */
  session: {
    flags: "--session <id>",
    commands: ["export", "list", "search", "stats"],
    description: "only this session: start or end of its id, or latest",
    repeatable: true,
    takes: "session",
  },
  /** Milliseconds since 1970. */
  since: {
    flags: "--since <time>",
    commands: choosing,
    description: "only sessions active since 2026-01-31, yesterday, or 7d",
    brief: "only sessions since 2026-01-31, yesterday, or 7d",
    parse: parseTime,
    edge: "first",
  },
  /** Milliseconds since 1970. */
  until: {
    flags: "--until <time>",
    commands: choosing,
    description: "only sessions active until 2026-01-31, or 12h (= 12 hours ago)",
    parse: parseTime,
    edge: "last",
  },
  /** A text, or a regular expression between slashes. */
  grep: {
    flags: "--grep <text>",
    commands: choosing,
    description: "only sessions that contain this text or /regex/",
  },
  /** Only sessions in which such a model answered: a part of its name, or a glob. */
  model: {
    flags: "--model <glob>",
    commands: choosing,
    description: "only sessions with answers of this model: opus, gpt-5*",
  },
  /** Also what was not said: calls and their output, thoughts, files. */
  all: {
    flags: "--all",
    commands: ["search", "find"],
    description: "also search tool calls, output, reasoning and files",
  },
  /** False searches the sessions themselves, without the index in the user's cache folder. */
  index: {
    flags: "--no-index",
    commands: ["search"],
    description: "search the sessions themselves, not the index of them",
  },
  /** Only what these roles wrote. */
  role: {
    flags: "--role <role>",
    commands: ["search"],
    description: "only what this role wrote: user, assistant, system, tool",
    repeatable: true,
    values: roles,
  },
  /** Only calls of tools of these kinds, or with these names. */
  tool: {
    flags: "--tool <tool>",
    commands: ["search"],
    description: "only tool calls, by kind (execute, edit, ...) or name (Bash)",
    repeatable: true,
    values: toolKinds,
    parse: (words) => eachWord(words).map(parseTool),
  },
  /** Only what read or changed these files: whole paths, or their ends. */
  file: {
    flags: "--file <path>",
    commands: ["search"],
    description: "only what read or changed this file: its path, or the end of it",
    repeatable: true,
  },
  /** The sessions in which something was found, without the lines. */
  sessionsWithMatches: {
    flags: "-l, --sessions-with-matches",
    commands: ["search"],
    description: "only the sessions, one per line, with the number of hits",
  },
  /** The number of lines that are shown around each hit. */
  context: {
    flags: "-C, --context <n>",
    commands: ["search"],
    description: "also n lines before and after each hit",
    parse: parseCount("--context"),
    takes: "count",
  },
  /** Only sessions that were archived in the tool. */
  archived: {
    flags: "--archived",
    commands: choosing,
    description: "only archived sessions (default: all)",
  },
  /** Also sessions in which nothing was said, and sub-agents whose sessions are gone. */
  empty: {
    flags: "--empty",
    commands: choosing,
    description: "include empty sessions, and sub-agents whose sessions are gone",
  },
  /** Only a part of all sessions: "3/64" is the third of 64. */
  shard: {
    flags: "--shard <part>",
    commands: ["export"],
    description: "only a part of all sessions, by a hash of the id: 3/64",
    parse: parseShard,
  },
  /** Only so many sessions, the newest. */
  limit: {
    flags: "--limit <n>",
    commands: ["export", "list", "search", "stats"],
    description: "only the newest n sessions",
    meanings: { search: "only the first n hits; with -l, sessions" },
    parse: parseCount("--limit"),
    takes: "count",
  },
} as const satisfies OptionRows;
