import type { PluginOptions } from "@chatexport/core";
import {
  type DocumentOptions,
  options as documentOptions,
  settingsOf as documentSettingsOf,
} from "@chatexport/document/options";

/** Whether a document is one file, or a folder with a page for each sub-agent. */
export type Layout = "file" | "folder";

/** Options of the sink. */
export interface MarkdownOptions extends DocumentOptions {
  /**
   * `file`, the default, writes one document; `folder` asks the host for a folder, in which each
   * sub-agent has a page of its own.
   */
  layout?: Layout;
}

const layouts = ["file", "folder"] satisfies Layout[];

/** The options as a host offers them to its user. */
export const options = {
  ...documentOptions,
  layout: {
    type: "string",
    values: layouts,
    description:
      "One file for each session (the default), or a folder with a page for each sub-agent",
  },
} satisfies PluginOptions;

/** The options with their defaults; throws a TypeError for a value that there is not. */
export function settingsOf(given: MarkdownOptions): Required<MarkdownOptions> {
  const { layout = "file" } = given;
  if (!layouts.includes(layout))
    throw new TypeError(`Option layout must be file or folder, not "${layout}"`);
  return { ...documentSettingsOf(given), layout };
}
