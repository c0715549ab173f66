import {
  type DocumentOptions,
  settingsOf as documentSettingsOf,
  options as shared,
} from "@chatexport/document/options";

/** Options of the HTML sink; `branches` is `all` unless told otherwise, for a page can offer a choice. */
export type HtmlOptions = DocumentOptions;

/** The options as a host offers them to its user. */
export const options = {
  ...shared,
  branches: {
    ...shared.branches,
    description: "Which lines of a conversation to hold: all (the default) or active",
  },
};

/** The options with their defaults; throws a TypeError for a value that there is not. */
export function settingsOf({ branches = "all", ...others }: HtmlOptions): Required<HtmlOptions> {
  return documentSettingsOf({ ...others, branches });
}
