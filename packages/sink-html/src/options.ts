import { checkOptions, type PluginOptions } from "@chatexport/core";
import {
  type DocumentOptions,
  settingsOf as documentSettingsOf,
  packagesFrom,
  options as shared,
  type UnifiedPlugin,
} from "@chatexport/document/options";
import { processorWith } from "./page-processor.js";

/** Options of the HTML sink; `branches` is `all` unless told otherwise, for a page can offer a choice. */
export interface HtmlOptions extends DocumentOptions {
  /** Plugins of rehype, which change each page as a whole. */
  rehypePlugins?: readonly UnifiedPlugin[];
  /** Folder in which packages are found that plugins need, else beside chatexport; by default the working directory. */
  packagesFrom?: string;
}

/** The options as a host offers them to its user. */
export const options = {
  ...shared,
  branches: {
    ...shared.branches,
    description: "Which branches to include: all (the default) or active",
  },
  rehypePlugins: {
    type: "unified",
    multiple: true,
    description: "Plugins of rehype that change each page",
  },
  ...packagesFrom,
} satisfies PluginOptions;

/**
 * The options with their defaults; throws an OptionError for an unknown name or value, and a TypeError for plugins
 * without the package that they need.
 */
export function settingsOf(given: HtmlOptions): Required<HtmlOptions> {
  checkOptions(given, options);
  const { branches = "all", rehypePlugins = [], packagesFrom = ".", ...others } = given;
  if (rehypePlugins.length > 0) processorWith([], packagesFrom);
  return { ...documentSettingsOf({ ...others, branches }), rehypePlugins, packagesFrom };
}
