/** Under what name the settings of the redactor are given: `--option redact.allow=…`. */
export const redactorName = "redact";

/** A plugin that comes with the program. */
export interface BuiltIn {
  /** Its package. */
  from: string;
  /** The stores or files that it reads, writes or changes, in a few words. */
  description: string;
  load(): Promise<unknown>;
}

type BuiltIns<Name extends string = string> = Readonly<Record<Name, BuiltIn>>;

/** Plugins by their names, of which alone the types of config files know. */
function table<Name extends string>(plugins: BuiltIns<Name>): BuiltIns<Name> {
  return plugins;
}

const sources = table({
  aider: {
    from: "@chatexport/source-aider",
    description: "Aider",
    load: () => import("@chatexport/source-aider"),
  },
  atif: {
    from: "@chatexport/source-atif",
    description: "ATIF trajectories (--root)",
    load: () => import("@chatexport/source-atif"),
  },
  chatgpt: {
    from: "@chatexport/source-chatgpt",
    description: "ChatGPT exports (--root)",
    load: () => import("@chatexport/source-chatgpt"),
  },
  claude: {
    from: "@chatexport/source-claude",
    description: "Claude Code: terminal, desktop, editors, web",
    load: () => import("@chatexport/source-claude"),
  },
  "claude-ai": {
    from: "@chatexport/source-claude-ai",
    description: "claude.ai exports (--root)",
    load: () => import("@chatexport/source-claude-ai"),
  },
  cline: {
    from: "@chatexport/source-cline",
    description: "Cline, Roo Code",
    load: () => import("@chatexport/source-cline"),
  },
  codex: {
    from: "@chatexport/source-codex",
    description: "Codex: terminal, editors, desktop",
    load: () => import("@chatexport/source-codex"),
  },
  continue: {
    from: "@chatexport/source-continue",
    description: "Continue",
    load: () => import("@chatexport/source-continue"),
  },
  copilot: {
    from: "@chatexport/source-copilot",
    description: "GitHub Copilot: terminal, VS Code",
    load: () => import("@chatexport/source-copilot"),
  },
  crush: {
    from: "@chatexport/source-crush",
    description: "Crush",
    load: () => import("@chatexport/source-crush"),
  },
  cursor: {
    from: "@chatexport/source-cursor",
    description: "Cursor: editor, terminal, agent transcripts",
    load: () => import("@chatexport/source-cursor"),
  },
  droid: {
    from: "@chatexport/source-droid",
    description: "Factory Droid",
    load: () => import("@chatexport/source-droid"),
  },
  gemini: {
    from: "@chatexport/source-gemini",
    description: "Gemini CLI",
    load: () => import("@chatexport/source-gemini"),
  },
  goose: {
    from: "@chatexport/source-goose",
    description: "Goose",
    load: () => import("@chatexport/source-goose"),
  },
  hermes: {
    from: "@chatexport/source-hermes",
    description: "Hermes Agent",
    load: () => import("@chatexport/source-hermes"),
  },
  jsonl: {
    from: "@chatexport/source-jsonl",
    description: "what --to jsonl wrote (--root)",
    load: () => import("@chatexport/source-jsonl"),
  },
  kimi: {
    from: "@chatexport/source-kimi",
    description: "Kimi",
    load: () => import("@chatexport/source-kimi"),
  },
  opencode: {
    from: "@chatexport/source-opencode",
    description: "OpenCode, Kilo",
    load: () => import("@chatexport/source-opencode"),
  },
  openhands: {
    from: "@chatexport/source-openhands",
    description: "OpenHands",
    load: () => import("@chatexport/source-openhands"),
  },
  pi: {
    from: "@chatexport/source-pi",
    description: "pi",
    load: () => import("@chatexport/source-pi"),
  },
  qoder: {
    from: "@chatexport/source-claude/qoder",
    description: "Qoder",
    load: () => import("@chatexport/source-claude/qoder"),
  },
  qwen: {
    from: "@chatexport/source-qwen",
    description: "Qwen Code",
    load: () => import("@chatexport/source-qwen"),
  },
  vibe: {
    from: "@chatexport/source-vibe",
    description: "Mistral Vibe",
    load: () => import("@chatexport/source-vibe"),
  },
  zed: {
    from: "@chatexport/source-zed",
    description: "Zed",
    load: () => import("@chatexport/source-zed"),
  },
});

const sinks = table({
  claude: {
    from: "@chatexport/sink-claude",
    description: "a transcript that Claude Code can resume",
    load: () => import("@chatexport/sink-claude"),
  },
  codex: {
    from: "@chatexport/sink-codex",
    description: "a rollout that Codex can resume",
    load: () => import("@chatexport/sink-codex"),
  },
  copilot: {
    from: "@chatexport/sink-copilot",
    description: "a session that Copilot CLI can resume",
    load: () => import("@chatexport/sink-copilot"),
  },
  dataset: {
    from: "@chatexport/sink-dataset",
    description: "a data set to train or test models with: splits, a card",
    load: () => import("@chatexport/sink-dataset"),
  },
  gemini: {
    from: "@chatexport/sink-gemini",
    description: "a chat that Gemini CLI can resume",
    load: () => import("@chatexport/sink-gemini"),
  },
  html: {
    from: "@chatexport/sink-html",
    description: "a page for each session, and an index to search",
    load: () => import("@chatexport/sink-html"),
  },
  jsonl: {
    from: "@chatexport/sink-jsonl",
    description: "JSON Lines with every field, or as other programs read them",
    load: () => import("@chatexport/sink-jsonl"),
  },
  markdown: {
    from: "@chatexport/sink-markdown",
    description: "a document for each session, and an index",
    load: () => import("@chatexport/sink-markdown"),
  },
  opencode: {
    from: "@chatexport/sink-opencode",
    description: "a session that OpenCode can import and resume",
    load: () => import("@chatexport/sink-opencode"),
  },
  parquet: {
    from: "@chatexport/sink-parquet",
    description: "a folder of tables for DuckDB, Spark, ClickHouse, Polars",
    load: () => import("@chatexport/sink-parquet"),
  },
  pi: {
    from: "@chatexport/sink-pi",
    description: "a session that pi can resume",
    load: () => import("@chatexport/sink-pi"),
  },
});

const transforms = table({
  [redactorName]: {
    from: "@chatexport/redact",
    description: "masks secrets before anything is written or printed",
    load: () => import("@chatexport/redact"),
  },
});

/** All that comes with the program, by kind and name. */
export const builtIns = { source: sources, sink: sinks, transform: transforms } satisfies Readonly<
  Record<string, BuiltIns>
>;

/** Packages of ours that a command uses by itself, so that they are not offered as plugins. */
export const usedByCommands: ReadonlySet<string> = new Set(["@chatexport/sink-terminal"]);

/** The names of all of them. */
export const builtInNames = [
  ...new Set(Object.values(builtIns).flatMap((table) => Object.keys(table))),
];

/** The plugin of a table that has this name, if one does. */
export function builtInOf(name: string, table: BuiltIns): BuiltIn | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The name of a source for people: that of its tool. */
export function titleOfSource(name: string): string {
  const [title = name] = (builtInOf(name, sources)?.description ?? name).split(/ ?[,:(]/);
  return title;
}
