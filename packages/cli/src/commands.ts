import type { CommandName, CommandRow, OptionsOf } from "./options/option-table.js";

/** A command with what does its work. */
export interface CommandEntry<Name extends CommandName> extends CommandRow {
  /** Does the work with its options and what it takes, "" where that is left out; resolves to the exit code. */
  // Each command is imported when it runs, so that help and usage errors are there at once.
  load(): Promise<(options: OptionsOf<Name>, ...words: string[]) => Promise<number>>;
}

/** All commands, in the order of the help. */
export const commands: { readonly [Name in CommandName]: CommandEntry<Name> } = {
  export: {
    description: "write sessions as documents (default)",
    examples: [
      "chatexport --from cursor                  Cursor's sessions, in ./chat-export",
      "chatexport --to markdown --to html        two documents for each session",
      "chatexport --session 4f2a9c1e -o talk.md  one session, in one file",
      "chatexport --to jsonl --out - | jq .      every field, for other programs",
      "chatexport --dry-run                      what would change, and why",
    ],
    load: async () => (await import("./commands/export/export.js")).exportSessions,
  },
  list: {
    description: "print the sessions, newest first",
    examples: [
      "chatexport list --project . --since 7d       this week's work on this project",
      "chatexport list --json | jq -r '.[].title'   for other programs",
    ],
    load: async () => (await import("./commands/list/list.js")).list,
  },
  show: {
    description: "read a session here",
    takes: [{ name: "<id>", description: "beginning or end of a session's id, or latest" }],
    examples: [
      "chatexport show latest --project .                   what was said here last",
      "chatexport show 4f2a9c1e --detail full               nothing cut",
      "chatexport show 4f2a9c1e --to html > page.html       a page to send to somebody",
      "chatexport show latest --json | jq .messages[0]      for programs",
    ],
    load: async () => (await import("./commands/show/show.js")).show,
  },
  open: {
    description: "read a session in the browser",
    takes: [
      { name: "[id]", description: "part of a session's id, latest (default), or an archive" },
    ],
    examples: [
      "chatexport open                         the newest session",
      "chatexport open latest --project .      the newest one of this project",
      "chatexport open ~/chat-archive          the index of an archive",
    ],
    load: async () => (await import("./commands/open/open.js")).open,
  },
  share: {
    description: "write a session for other people, after a review of what may be private",
    takes: [{ name: "<id...>", description: "beginning or end of a session's id, or latest" }],
    examples: [
      "chatexport share latest                      a page, with everything private masked",
      "chatexport share 4f2a9c1e --to markdown      to paste it somewhere",
      "chatexport share 4f2a9c1e -o talk.html -y    as it was decided before, no questions",
    ],
    load: async () => (await import("./commands/share/share.js")).share,
  },
  search: {
    description: "find what was said",
    takes: [{ name: "<text>", description: "a text, or a regular expression: /time ?out/i" }],
    examples: [
      "chatexport search 'rate limit'                      prompts and answers, in any case",
      "chatexport search 'rate limit' --all                tool calls and output, too",
      "chatexport search 'git push' --tool execute         only commands that were run",
      "chatexport search '/migrat(e|ion)/i' --role user    a regular expression",
      "chatexport search TODO --since 7d --json            JSON Lines, one per hit",
      "chatexport search -- --force                        text that begins with a dash",
    ],
    load: async () => (await import("./commands/search/search.js")).search,
  },
  stats: {
    description: "count sessions, messages, tool calls and tokens, by day, project and model",
    examples: [
      "chatexport stats                      everything",
      "chatexport stats --since 7d           what was written in the last seven days",
      "chatexport stats --project . --json   this project, with every day, for programs",
    ],
    load: async () => (await import("./commands/stats/stats.js")).stats,
  },
  doctor: {
    description: "say what is stored where, what is wrong, and what will be deleted when",
    examples: [
      "chatexport doctor                  ends with 1 if something is wrong: a store",
      "                                   that cannot be read or is not understood",
      "chatexport doctor --out ~/archive  says what that archive has, too",
      "chatexport doctor --schema         unknown names in all records, for a report",
    ],
    load: async () => (await import("./commands/doctor/doctor.js")).doctor,
  },
  move: {
    description: "move a project's folder with its sessions, or only the sessions",
    takes: [
      { name: "[old]", description: "the project's folder as it is, or was" },
      { name: "[new]", description: "the folder that it will be, or is by now" },
    ],
    examples: [
      "chatexport move ~/code/shop ~/work/shop            shows what will change, and asks",
      "chatexport move ~/code/shop ~/work/shop --dry-run  shows it, and changes nothing",
      "chatexport move ~/old ~/new --sessions-only        the folder has been moved by hand",
      "chatexport move --undo                             sets the last move back",
    ],
    load: async () => (await import("./commands/move/move.js")).move,
  },
  plugins: {
    description: "print the sources and sinks, with their options",
    examples: [
      "chatexport plugins                               what comes with it or is installed",
      "chatexport plugins --from ./my-source            also that one, and its options",
      "chatexport plugins --json | jq -r '.[].name'     for other programs",
    ],
    load: async () => (await import("./commands/plugins/plugins.js")).plugins,
  },
  completion: {
    description: "print a script with which bash, zsh or fish completes words",
    takes: [{ name: "<shell>", description: "bash, zsh or fish" }],
    examples: [
      'eval "$(chatexport completion bash)"   in ~/.bashrc',
      "source <(chatexport completion zsh)    in ~/.zshrc",
      "chatexport completion fish | source    in ~/.config/fish/config.fish",
    ],
    load: async () => (await import("./commands/completion/completion.js")).completion,
  },
};
