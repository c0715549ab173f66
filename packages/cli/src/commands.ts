import type { CommandName, CommandRow } from "./options/command-names.js";
import type { OptionsOf } from "./options/option-table.js";

/** A command with what does its work. */
export interface CommandEntry<Name extends CommandName> extends CommandRow {
  /** Does the work with its options and what it takes, "" where that is left out; resolves to the exit code. */
  // Each command is imported when it runs, so that help and usage errors are there at once.
  load(): Promise<(options: OptionsOf<Name>, ...words: string[]) => Promise<number>>;
}

/** An argument that names a session, or several. */
function sessionId(name: string) {
  return { name, description: "start or end of a session's id, or latest" };
}

/** All commands, in the order of the help. */
export const commands: { readonly [Name in CommandName]: CommandEntry<Name> } = {
  export: {
    description: "Export sessions as documents (default)",
    examples: [
      "chatexport --from cursor                  Cursor's sessions, into ./chat-export",
      "chatexport --to markdown --to html        two documents per session",
      "chatexport --session latest -o talk.html  the newest session, as one page",
      "chatexport --to jsonl --out - | jq .      every field, for other programs",
      "chatexport --dry-run                      what would change, and why",
    ],
    load: async () => (await import("./commands/export/export.js")).exportSessions,
  },
  list: {
    description: "List sessions, newest first",
    examples: [
      "chatexport list --project . --since 7d       this week's work on this project",
      "chatexport list | grep refund                every session, one per line",
      "chatexport list --json | jq -r '.[].title'   for other programs",
    ],
    load: async () => (await import("./commands/list/list.js")).list,
  },
  show: {
    description: "Read a session in the terminal",
    takes: [sessionId("<id>")],
    examples: [
      "chatexport show latest --project .                   this project's newest session",
      "chatexport show 4f2a9c1e --detail full               everything, nothing shortened",
      "chatexport show 4f2a9c1e --to html > page.html       a page to send to someone",
      "chatexport show latest --json | jq '.messages[0]'    for programs",
    ],
    load: async () => (await import("./commands/show/show.js")).show,
  },
  open: {
    description: "Read a session in the browser",
    takes: [
      {
        name: "[id]",
        description: "start or end of an id, latest (default), or a folder of pages",
      },
    ],
    examples: [
      "chatexport open                         the newest session",
      "chatexport open latest --project .      the newest one of this project",
      "chatexport open ~/chat-archive          the index of an archive",
    ],
    load: async () => (await import("./commands/open/open.js")).open,
  },
  share: {
    description: "Review what may be private, then write it for others",
    takes: [sessionId("<id...>")],
    examples: [
      "chatexport share latest                      a page, after you review each finding",
      "chatexport share 4f2a9c1e --to markdown      to paste it somewhere",
      "chatexport share 4f2a9c1e -o talk.html -y    with your earlier decisions, without questions",
    ],
    load: async () => (await import("./commands/share/share.js")).share,
  },
  search: {
    description: "Find what was said",
    takes: [
      {
        name: "[text...]",
        description:
          "a text or a /regex/i; of several all must be there, or those before or behind OR",
      },
    ],
    examples: [
      "chatexport search 'rate limit'                      prompts and answers, ignoring case",
      "chatexport search retry timeout OR 'rate limit'     both words, or the other text",
      "chatexport search 'rate limit' --all                tool calls and output, too",
      "chatexport search 'git push' --tool execute         only commands that were run",
      "chatexport search total --file src/cart.ts          what read or changed a file",
      "chatexport search '/migrat(e|ion)/i' --role user    a regular expression",
      "chatexport search 'rate limit' -l                   only the sessions",
      "chatexport search TODO --since 7d --json            JSON Lines, one per hit",
      "chatexport search -- --force                        text that begins with a dash",
    ],
    load: async () => (await import("./commands/search/search.js")).search,
  },
  find: {
    description: "Find a session while you type",
    takes: [{ name: "[text...]", description: "what to begin with" }],
    examples: [
      "chatexport find                          all sessions; type to narrow them down",
      "chatexport find --project . --since 30d  this month's of this project",
      "chatexport find refund --all             in tool calls and output, too",
    ],
    load: async () => (await import("./commands/search/find.js")).find,
  },
  why: {
    description: "Say which session and prompt wrote a line or a commit",
    needs: "<file>[:<line>] | <commit>",
    takes: [
      { name: "<what>", description: "a file, FILE:LINE, or a commit of the repository here" },
    ],
    examples: [
      "chatexport why src/cart.ts:12     the session and the prompt that wrote this line",
      "chatexport why src/cart.ts        whose lines it has",
      "chatexport why 4e12a98            who wrote a commit; also HEAD, main~2",
      "chatexport why HEAD --json        for programs",
    ],
    load: async () => (await import("./commands/why/why.js")).why,
  },
  commits: {
    description: "List the commits of a session",
    takes: [sessionId("<id>")],
    examples: [
      "chatexport commits latest             what the newest session committed",
      "chatexport commits 4f2a9c1e --json    for programs",
    ],
    load: async () => (await import("./commands/why/commits.js")).commits,
  },
  stats: {
    description: "Count sessions, messages, tool calls and tokens",
    examples: [
      "chatexport stats                      everything",
      "chatexport stats --since 7d           the last seven days",
      "chatexport stats -o stats.html        as a page with charts; .svg is a picture",
      "chatexport stats --project . --json   this project, day by day, for programs",
    ],
    load: async () => (await import("./commands/stats/stats.js")).stats,
  },
  doctor: {
    description: "Check what is stored, broken, or soon deleted",
    examples: [
      "chatexport doctor                  exits with 1 if something cannot be read",
      "chatexport doctor --out ~/archive  also compares that archive",
      "chatexport doctor --schema         unknown record types and fields, for a report",
    ],
    load: async () => (await import("./commands/doctor/doctor.js")).doctor,
  },
  hook: {
    description: "Export sessions as soon as they end",
    needs: "install -o <folder> | remove",
    takes: [
      { name: "<action>", description: "install or remove" },
      { name: "[tool...]", description: "claude, codex (default: those that are here)" },
    ],
    examples: [
      "chatexport hook install -o ~/history              Claude Code and Codex, as Markdown",
      "chatexport hook install claude -t html -o ~/talks  Claude Code alone, as pages",
      "chatexport hook remove                            no longer",
    ],
    load: async () => (await import("./commands/hook/hook.js")).hook,
  },
  mcp: {
    description: "Let coding agents search your history (MCP server)",
    examples: [
      "claude mcp add chatexport -- npx -y chatexport mcp    for Claude Code",
      "codex mcp add chatexport -- npx -y chatexport mcp     for Codex; docs/mcp.md has the others",
    ],
    load: async () => (await import("./commands/mcp/mcp.js")).mcp,
  },
  continue: {
    description: "Continue any session in Claude Code, Codex, Copilot, Gemini, OpenCode or pi",
    takes: [sessionId("<id>")],
    examples: [
      "chatexport continue 4f2a9c1e                     the session, in Claude Code",
      "chatexport continue latest --from cursor --run   and starts it",
      "chatexport continue 4f2a9c1e --at 3              from the answer to the third prompt on",
      "chatexport continue 4f2a --home /mnt/old/home/me --project .   from another machine",
    ],
    load: async () => (await import("./commands/continue/continue.js")).continueSession,
  },
  restore: {
    description: "Bring sessions back that their tools have deleted",
    needs: "<id> | --all",
    takes: [sessionId("[id]")],
    examples: [
      "chatexport restore 4f2a9c1e                      from ./chat-export",
      "chatexport restore 4f2a9c1e --root ~/archive     from another archive",
      "chatexport restore --all --dry-run               how many could come back",
    ],
    load: async () => (await import("./commands/continue/restore.js")).restore,
  },
  pack: {
    description: "Put sessions into one file, for another machine",
    needs: "(<id...> | --project <project>) -o <file>",
    takes: [sessionId("[id...]")],
    examples: [
      "chatexport pack latest -o talk.tar.gz                 with its files, secrets masked",
      "chatexport pack --project . -o shop.tar.gz            a project's sessions, of all tools",
      "chatexport pack 4f2a 81cc -o talk.tar.gz --no-redact  two sessions, as they are",
    ],
    load: async () => (await import("./commands/pack/pack.js")).pack,
  },
  unpack: {
    description: "Add packed sessions to their tools, for this folder",
    takes: [{ name: "<file>", description: "a file that pack wrote" }],
    examples: [
      "chatexport unpack talk.tar.gz                        in this folder",
      "chatexport unpack talk.tar.gz --project ~/work/shop  in another one",
      "chatexport unpack talk.tar.gz --in codex             as sessions of Codex",
    ],
    load: async () => (await import("./commands/unpack/unpack.js")).unpack,
  },
  move: {
    description: "Move a project's folder together with its sessions",
    takes: [
      { name: "[old]", description: "the project's old path" },
      { name: "[new]", description: "its new path" },
    ],
    examples: [
      "chatexport move ~/code/shop ~/work/shop            shows what will change, then asks",
      "chatexport move ~/code/shop ~/work/shop --dry-run  shows it and changes nothing",
      "chatexport move ~/old ~/new --sessions-only        after moving the folder by hand",
      "chatexport move --undo                             undoes the last move",
    ],
    load: async () => (await import("./commands/move/move.js")).move,
  },
  clone: {
    description: "Copy a session of Claude Code or Codex under another id",
    takes: [sessionId("<id>")],
    examples: ["chatexport clone latest   the same conversation, to try something else"],
    load: async () => (await import("./commands/clone/clone.js")).clone,
  },
  fork: {
    description: "Copy a Claude Code or Codex session up to an earlier answer",
    needs: "<id> --at <n>",
    takes: [sessionId("<id>")],
    examples: ["chatexport fork 4f2a9c1e --at 3   up to the answer to the third prompt"],
    load: async () => (await import("./commands/fork/fork.js")).fork,
  },
  trim: {
    description: "Cut results, images, reasoning or early prompts out of a session",
    takes: [sessionId("<id>")],
    examples: [
      "chatexport trim latest --results 2000 --dry-run   what that would save",
      "chatexport trim 4f2a9c1e --images --reasoning     shows it, asks, and does it",
      "chatexport trim 4f2a9c1e --before 12              begins with the twelfth prompt",
    ],
    load: async () => (await import("./commands/trim/trim.js")).trim,
  },
  repair: {
    description: "Repair a session that its tool cannot resume",
    needs: "<id> | --all | --list",
    takes: [sessionId("[id]")],
    examples: [
      "chatexport repair 4f2a9c1e          shows what is wrong, asks, and repairs it",
      "chatexport repair --all --dry-run   explains what is wrong with all of them",
      "chatexport repair --list            lists sessions that their tools do not show",
    ],
    load: async () => (await import("./commands/repair/repair.js")).repair,
  },
  rename: {
    description: "Give a session of Claude Code or Codex another title",
    takes: [sessionId("<id>"), { name: "<title>", description: "the new title" }],
    examples: ["chatexport rename 4f2a9c1e 'Rate limits at the checkout'"],
    load: async () => (await import("./commands/rename/rename.js")).rename,
  },
  archive: {
    description: "Archive a session inside Claude Code",
    takes: [sessionId("<id>")],
    examples: ["chatexport archive 4f2a9c1e   as the desktop app does; nothing is deleted"],
    load: async () => (await import("./commands/archive/archive.js")).archive,
  },
  delete: {
    description: "Delete a session of Claude Code or Codex with all its files",
    takes: [sessionId("<id>")],
    examples: ["chatexport delete 4f2a9c1e   shows what goes, and asks; undo brings it back"],
    load: async () => (await import("./commands/delete/delete.js")).deleteSession,
  },
  undo: {
    description: "Undo what another command has changed in a store",
    takes: [{ name: "[change]", description: "id from --list (default: the last change)" }],
    examples: [
      "chatexport undo          shows the last change, asks, and takes it back",
      "chatexport undo --list   all that can be undone",
    ],
    load: async () => (await import("./commands/undo/undo.js")).undo,
  },
  plugins: {
    description: "List sources and sinks, with their options",
    examples: [
      "chatexport plugins                               all that are built in or installed",
      "chatexport plugins --from ./my-source            also this one",
      "chatexport plugins --json | jq -r '.[].name'     for other programs",
    ],
    load: async () => (await import("./commands/plugins/plugins.js")).plugins,
  },
  completion: {
    description: "Print a completion script for bash, zsh or fish",
    takes: [{ name: "<shell>", description: "bash, zsh or fish" }],
    examples: [
      'eval "$(chatexport completion bash)"   in ~/.bashrc',
      "source <(chatexport completion zsh)    in ~/.zshrc",
      "chatexport completion fish | source    in ~/.config/fish/config.fish",
    ],
    load: async () => (await import("./commands/completion/completion.js")).completion,
  },
};
