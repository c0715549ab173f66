import { checkOptions, type PluginOptions } from "@chatexport/core";
import {
  type DocumentOptions,
  options as documentOptions,
  settingsOf as documentSettingsOf,
  packagesFrom,
  type UnifiedPlugin,
} from "@chatexport/document/options";
import { parsers } from "./parsers.js";

/** The form of a document: one file, or a folder with a page for each sub-agent. */
export type Layout = "file" | "folder";

/** The form in which plugins find a text of the conversation. */
export type Bodies = "parsed" | "verbatim";

/** For whom a document is: people, or a model that is to know what was done. */
export type Profile = "reading" | "context";

/** Options of the sink. */
export interface MarkdownOptions extends DocumentOptions {
  /**
   * `file`, the default, writes one document; `folder` asks the host for a folder, in which each
   * sub-agent has a page of its own.
   */
  layout?: Layout;
  /**
   * `reading`, the default, is for people; `context` is for a model: without HTML and reasoning, with
   * outputs of a few lines and whole diffs.
   */
  profile?: Profile;
  /** Plugins of remark, which change each document as a whole. */
  remarkPlugins?: readonly UnifiedPlugin[];
  /**
   * With `parsed`, the default, plugins find paragraphs, lists and code in the texts of the
   * conversation; with `verbatim`, each text is one node. Without plugins, all are.
   */
  bodies?: Bodies;
  /** Folder in which packages are found that plugins need, else beside chatexport; by default the working directory. */
  packagesFrom?: string;
}

const layouts = ["file", "folder"] satisfies Layout[];
const profiles = ["reading", "context"] satisfies Profile[];
const allBodies = ["parsed", "verbatim"] satisfies Bodies[];

/** The options as a host offers them to its user. */
export const options = {
  ...documentOptions,
  layout: {
    type: "string",
    values: layouts,
    description:
      "One file for each session (the default), or a folder with a page for each sub-agent",
  },
  profile: {
    type: "string",
    values: profiles,
    description: "For people to read (the default), or as context for a model",
  },
  remarkPlugins: {
    type: "unified",
    multiple: true,
    description: "Plugins of remark that change each document",
  },
  bodies: {
    type: "string",
    values: allBodies,
    description: "Whether plugins find texts parsed (the default) or verbatim",
  },
  ...packagesFrom,
} satisfies PluginOptions;

/**
 * The options with their defaults; throws an OptionError for an unknown name or value, and a TypeError for plugins
 * without the packages that they need.
 */
export function settingsOf(given: MarkdownOptions): Required<MarkdownOptions> {
  checkOptions(given, options);
  const {
    layout = "file",
    profile = "reading",
    remarkPlugins = [],
    bodies = "parsed",
    packagesFrom = ".",
  } = given;
  const settings = {
    ...documentSettingsOf(given),
    layout,
    profile,
    remarkPlugins,
    bodies,
    packagesFrom,
  };
  if (remarkPlugins.length > 0 && bodies === "parsed") parsers(packagesFrom);
  return settings;
}
