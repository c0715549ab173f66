import type { SourceOptions } from "@chatexport/core";
import type { EmptyOptions } from "@chatexport/core/source";
import type { TranscriptOptions } from "@chatexport/sink-claude";
import type { RolloutOptions } from "@chatexport/sink-codex";
import type { DatasetOptions } from "@chatexport/sink-dataset";
import type { HtmlOptions } from "@chatexport/sink-html";
import type { JsonlOptions } from "@chatexport/sink-jsonl";
import type { MarkdownOptions } from "@chatexport/sink-markdown";
import type { ParquetOptions } from "@chatexport/sink-parquet";
import type { ClaudeOptions } from "@chatexport/source-claude";
import type { AccountOptions } from "@chatexport/source-claude-ai";
import type { CursorOptions } from "@chatexport/source-cursor";
import type { builtIns } from "../../built-in.js";
import type { FileOptions } from "../../options/option-table.js";

export type { Role } from "@chatexport/document/search";

/** The options as they are: in `chatexport.config.js` an editor then knows what they can be. */
export function defineConfig(config: Config): Config {
  return config;
}

/** The fields of a file of options; `chatexport.config.js` has it as its default export. */
export interface Config extends GivenOptions {
  /** Only what was active since then: 2026-01-31, 2026-01-31T14:00:00Z, or 7d ago. */
  since?: string;
  /** Only what was active until then: 2026-01-31, 2026-01-31T14:00:00Z, or 12h ago. */
  until?: string;
  /** Names of the sources to read, or paths to such plugins; all that have places of their own when it is absent. */
  from?: OneOrMore<NameOf<"source">[]>;
  /** Names of the sinks that write documents, or paths to such plugins; `markdown` when it is absent. */
  to?: OneOrMore<NameOf<"sink">[]>;
  /** A folder, one file, or `-` for standard output; `doctor` compares an archive with the stores. */
  out?: string;
  /** Options of sources, of sinks and of `redact`, by the name of the plugin. */
  option?: PluginConfig;
}

/** Options of plugins by the names of the plugins. */
export interface PluginConfig
  extends Partial<Record<keyof (typeof builtIns)["source"], Given<SourceOptions>>> {
  chatgpt?: Given<EmptyOptions>;
  claude?: Given<ClaudeOptions & TranscriptOptions>;
  "claude-ai"?: Given<AccountOptions>;
  codex?: Given<EmptyOptions & RolloutOptions>;
  cursor?: Given<Omit<CursorOptions, "sqlite">>;
  dataset?: Given<DatasetOptions>;
  html?: Given<Omit<HtmlOptions, "rehypePlugins">> & { rehypePlugins?: PluginModule[] };
  jsonl?: Given<SourceOptions & JsonlOptions>;
  kimi?: Given<EmptyOptions>;
  markdown?: Given<Omit<MarkdownOptions, "remarkPlugins">> & { remarkPlugins?: PluginModule[] };
  opencode?: Given<EmptyOptions>;
  openhands?: Given<EmptyOptions>;
  parquet?: Given<ParquetOptions>;
  qoder?: Given<EmptyOptions>;
  redact?: RedactConfig;
  [plugin: string]: Readonly<Record<string, Setting>> | undefined;
}

/** The rules of masking, and the texts that stay. */
export type RedactConfig = {
  /** Masks what matches, too: NAME=PATTERN, a name in kebab-case and a regular expression. */
  rule?: string | string[];
  /** Leaves a secret as it is when such a regular expression matches all of it. */
  allow?: string | string[];
  /** Words that are masked everywhere. */
  word?: string | string[];
  /** Also replaces personal data by pseudonyms. */
  personal?: boolean;
  /** Also replaces home folders by `~` and the user's name by `user`. */
  paths?: boolean;
};

/**
 * A module whose default export is a plugin of unified, alone or with its options: a package, or a
 * file from the folder of the file of options.
 */
export type PluginModule = string | [module: string, options: Readonly<Record<string, unknown>>];

/** @inline */
type Setting = string | number | boolean | readonly PluginModule[] | undefined;

/** The options of all commands that a file gives as a command has them. */
type GivenOptions = Given<
  Omit<FileOptions, "config" | "option" | "since" | "until" | "from" | "to" | "out">
>;

/** @inline */
type Given<Options> = { [Name in keyof Options]?: OneOrMore<Options[Name]> };

/**
 * A list may be written as its only element.
 * @inline
 */
type OneOrMore<Value> = Value extends readonly (infer Element)[] ? Element | Element[] : Value;

/**
 * The names that come with the program, and any other.
 * @inline
 */
type NameOf<Kind extends "source" | "sink"> = keyof (typeof builtIns)[Kind] | (string & {});
