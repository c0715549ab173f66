import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import { type EmptyOptions, emptyOption } from "@chatexport/core/source";
import { managedSettings, retentions } from "./list/retention.js";
import { findRoots } from "./locate/roots.js";
import { rootsOption, transcriptSource } from "./transcript-source.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .claude folder" },
  roots: rootsOption,
  memory: {
    type: "boolean",
    description: "Also export what the tool remembers about each project",
    adds: true,
  },
  unowned: {
    type: "boolean",
    description:
      "Also export plans, todo lists, tasks and backups of files that belong to no session",
    adds: true,
  },
  fileHistory: {
    type: "boolean",
    description: "Attach what files held before an edit, as far as the tool keeps it",
  },
  requestLog: {
    type: "boolean",
    description: "Keep the log of its requests that the tool writes into transcripts, as it is",
  },
  empty: emptyOption,
};

/** The options of this source. */
export interface ClaudeOptions extends EmptyOptions {
  /** Also list what the tool remembers about each project, as sessions without messages. */
  memory?: boolean;
  /** Also list plans, todo lists, tasks and backups of files that belong to no session. */
  unowned?: boolean;
  /** Attach what files held before an edit, for rewinding; the tool deletes it after a while. */
  fileHistory?: boolean;
  /**
   * Keep the log of its requests that the tool writes into transcripts (2.1.330), as it is, in `native` of
   * the session: it repeats all that was said, and the secrets in it.
   */
  requestLog?: boolean;
}

/** Reads the history of Claude Code: the JSONL transcripts of the versions 0.2.126 to 2.1.332. */
export default function claude(given: ClaudeOptions = {}): Source {
  checkOptions(given, options);
  const { memory, unowned, fileHistory, requestLog, empty } = given;
  // Settings may change between two calls.
  const listing = () => ({
    memory,
    unowned,
    fileHistory,
    empty,
    retentionOf: retentions(managedSettings(given)),
  });
  return transcriptSource("claude", () => findRoots(given), listing, requestLog);
}
