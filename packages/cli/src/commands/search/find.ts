import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { interrupted, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import { currentIndex } from "../../host/text-search/session-index.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usualOptions } from "../../options/plain-line.js";
import { usageError } from "../../terminal/cli-error.js";
import { canAsk } from "../../terminal/text-style.js";
import { type Chosen, choose } from "./choose-session.js";
import { liveSearch } from "./live-search.js";

/** Finds a session while the user types, and does with it what the last key says; resolves to the exit code. */
export async function find(options: OptionsOf<"find">, ...words: string[]): Promise<number> {
  if (!canAsk())
    throw usageError(
      "find needs a terminal to type at; chatexport search 'rate limit' prints what it finds.",
    );
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  const chosen = await withSources(options, async (sources) => {
    const found = await findSessions(sources, options, run);
    if (run.signal.aborted) return interrupted;
    if (found.selected.length === 0) return found.complete ? 0 : 1;
    const index = await currentIndex(sources, found, { ...options, index: true }, run);
    if (run.signal.aborted) return interrupted;
    if (!index)
      throw usageError(
        "find needs the search index, which is not there without SQLite's FTS5, nor with --no-redact, --redact-paths or --redact-personal; chatexport search 'rate limit' searches the sessions themselves.",
      );
    try {
      const search = await liveSearch(found, index, options, run);
      return await choose(search, words.join(" "), run);
    } finally {
      index.close();
    }
  });
  return typeof chosen === "number" ? chosen : act(chosen, options);
}

/** Shows, opens or continues a session, as the commands do. */
async function act({ id, action }: Chosen, given: OptionsOf<"find">): Promise<number> {
  // What has chosen among sessions means nothing to one, or something else.
  const { project, since, until, grep, model, archived, all, ...common } = given;
  switch (action) {
    case "show":
      return (await import("../show/show.js")).show({ ...usualOptions("show"), ...common }, id);
    case "open":
      return (await import("../open/open.js")).open({ ...usualOptions("open"), ...common }, id);
    case "continue": {
      const { empty, timezone, ...rest } = common;
      const { continueSession } = await import("../continue/continue.js");
      return continueSession({ ...usualOptions("continue"), ...rest }, id);
    }
  }
}
