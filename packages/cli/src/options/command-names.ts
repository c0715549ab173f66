/** All commands, by the headings of the help and in its order. */
export const commandGroups = {
  "Export and read": [
    "export",
    "list",
    "show",
    "open",
    "share",
    "search",
    "why",
    "stats",
    "doctor",
  ],
  "Continue sessions": ["continue", "restore", "pack", "unpack", "move"],
  "Edit sessions of Claude Code or Codex": [
    "clone",
    "fork",
    "trim",
    "repair",
    "rename",
    "archive",
    "delete",
  ],
  More: ["find", "commits", "hook", "mcp", "undo", "plugins", "completion"],
} as const;

/** A command of the program. */
export type CommandName = (typeof commandGroups)[keyof typeof commandGroups][number];

/** The names of all commands, in the order of the help. */
export const commandNames: readonly CommandName[] = Object.values(commandGroups).flat();

/** True when a word is the name of a command. */
export function isCommandName(word: string): word is CommandName {
  return commandNames.some((name) => name === word);
}

/** A command as help shows it. */
export interface CommandRow {
  description: string;
  /** The argument that it takes besides options, as help shows it: `<needed>` or `[not needed]`. */
  takes?: readonly { name: string; description: string }[];
  /** The words that have to be typed, where they are more or other than what it takes. */
  needs?: string;
  /** Each is a command and, after two spaces or more, what it does. */
  examples?: readonly string[];
}

/** All commands by their names. */
export type CommandTable = Readonly<Record<CommandName, CommandRow>>;

/** Commands that choose among sessions. */
export const choosing = [
  "export",
  "list",
  "show",
  "open",
  "search",
  "find",
  "why",
  "commits",
  "stats",
] as const;

/** Commands that look at stores as they are. */
export const reading = [...choosing, "doctor", "mcp"] as const;

const giving = ["continue", "restore"] as const;

/** Commands that read sessions. */
export const loading = [...reading, "share", ...giving] as const;

/** Commands that load sources. */
export const running = [...loading, "plugins"] as const;

/** Commands that edit a session of one of several tools. */
export const owning = ["clone", "fork", "trim", "rename", "delete"] as const;

const editing = [...owning, "repair", "archive"] as const;

/** Commands that change stores. */
export const changing = [...giving, ...editing, "unpack", "move", "undo"] as const;

/** Commands that print for people: all but `completion`. */
export const printing = [...running, ...editing, "pack", "unpack", "move", "hook", "undo"] as const;

/** Commands that render documents. */
export const rendering = ["export", "show", "open", "share"] as const;
