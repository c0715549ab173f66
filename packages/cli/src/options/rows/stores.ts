import { builtIns } from "../../built-in.js";
import { loading, owning, running } from "../command-names.js";
import type { OptionRows } from "../option-row.js";
import { eachWord } from "../parse-words.js";

// An archive is read only when it is asked for.
const tools = Object.keys(builtIns.source).filter((name) => name !== "jsonl");

const ownTools = "claude or codex, where both have a session of that id";

/** The options about the places of sessions. */
export const stores = {
  /** Names of the sources to read, or paths to such plugins; all that have places of their own when it is absent. */
  from: {
    flags: "-f, --from <source>",
    commands: [...running, ...owning, "pack"],
    description: `source: ${tools.join(", ")} (default: all of these), jsonl, or a plugin`,
    brief: "source: claude, codex, cursor, … (default: all)",
    meanings: {
      restore: "source (default: jsonl, the archive in ./chat-export)",
      plugins: "also list this source",
      pack: "only sessions of this tool: claude, codex, copilot, gemini, pi, ...",
      ...Object.fromEntries(owning.map((name) => [name, ownTools])),
    },
    repeatable: true,
    parse: eachWord,
    takes: "source",
  },
  /** The home folder below which to look, in place of the user's own. */
  home: {
    flags: "--home <folder>",
    commands: [...loading, "move", "undo"],
    description: "use this home folder instead of yours",
    meanings: {
      continue: "read this home folder instead of yours",
      restore: "read this home folder instead of yours",
    },
    takes: "folder",
  },
  /** Folders or files to read in place of all others. */
  root: {
    flags: "--root <path>",
    commands: loading,
    description: "read only this folder or file, or all that match a glob",
    repeatable: true,
    takes: "place",
  },
  /** Leaves the stores of all other tools as they are. */
  claudeOnly: {
    flags: "--claude-only",
    commands: ["move"],
    description: "move the sessions of Claude Code only",
  },
  /** Leaves the stores of all other tools as they are. */
  cursorOnly: {
    flags: "--cursor-only",
    commands: ["move"],
    description: "move the sessions of Cursor only",
  },
  /** Leaves the project's folder where it is. */
  sessionsOnly: {
    flags: "--sessions-only",
    commands: ["move"],
    description: "update the sessions only: the folder has been moved already",
  },
} as const satisfies OptionRows;
