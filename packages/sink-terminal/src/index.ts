import {
  apiVersion,
  checkOptions,
  type Feature,
  type PluginOptions,
  type Sink,
} from "@chatexport/core";
import { featuresOf } from "@chatexport/document/features";
import { type DocumentOptions, settingsOf, options as shared } from "@chatexport/document/options";

export type { Branches, Detail } from "@chatexport/document";

/** Options of the terminal sink. */
export interface TerminalOptions extends DocumentOptions {
  /** Paints words for a terminal; otherwise Markdown's marks are around them. */
  color?: boolean;
  /**
   * Columns of the terminal. Without it the text is for a file: prose has 80 columns, and no line of
   * code is broken.
   */
  columns?: number;
}

/** The options as a host offers them to its user. */
export const options = {
  ...shared,
  color: { type: "boolean", description: "Paint words with escape sequences for a terminal" },
} satisfies PluginOptions;

/** A sink that writes a session as text that commands no terminal. */
export default function terminal(given: TerminalOptions = {}): Sink {
  checkOptions(given, options, ["columns"]);
  const { color = false, columns, ...others } = given;
  const settings = settingsOf(others);
  return {
    name: "terminal",
    apiVersion,
    extension: "txt",
    mediaType: "text/plain",
    keeps: keptOf(settings),
    // Writing text takes libraries; asking what this sink is takes none.
    async *render(session, { signal }) {
      const { sessionText } = await import("./session-text.js");
      for (const line of sessionText(session, { ...settings, color, columns })) {
        signal.throwIfAborted();
        yield line;
      }
    },
  };
}

/**
 * The features of a document that this text keeps: it only names files, and of the sub-agents of
 * sub-agents it shows one line each unless all is asked for.
 */
function keptOf(settings: Required<DocumentOptions>): Set<Feature> {
  const features = featuresOf(settings);
  features.delete("files");
  if (settings.detail !== "full") features.delete("subagents");
  return features;
}
