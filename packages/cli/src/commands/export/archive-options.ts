import { type ArchiveOptions, rootsOf } from "@chatexport/archive";
import type { Sink, Source } from "@chatexport/core";
import type { Made } from "../../host/plugins/plugin-package.js";
import type { Run } from "../../host/run.js";
import type { FoundSessions } from "../../host/selection/find-sessions.js";
import type { ExportOptions } from "../../options/option-table.js";

/** What an archive has to know about a run, told once all sessions have been found. */
export function archiveOptions(
  { all }: FoundSessions,
  { sources, sinks }: { sources: readonly Made<Source>[]; sinks: readonly Made<Sink>[] },
  options: ExportOptions,
  { messages, diagnostics, content, report, signal }: Run,
): ArchiveOptions {
  // What was reported until now hides sessions, which are not missing for that.
  const troubles = diagnostics.filter(({ severity }) => severity !== "info");
  const troubled = new Set(troubles.map(({ source }) => source));
  const adding = new Map(sources.map(({ name, adding = [] }) => [name, adding]));
  const inputs = new Map<object, Made<object>>(
    [...sources, ...sinks].map((made) => [made.plugin, made]),
  );
  return {
    listed: all,
    wouldList({ source, listedBy }) {
      const added = adding.get(source);
      if (!added || troubled.has(source)) return false;
      return listedBy === undefined || added.includes(listedBy);
    },
    roots: rootsOf(options),
    sinks: sinks.map(({ plugin }) => plugin),
    inputs: content.inputs,
    inputOf: (plugin) => inputs.get(plugin) ?? { name: plugin.name, version: "", options: {} },
    force: options.force ?? false,
    isDryRun: options.dryRun ?? false,
    report,
    signal,
    wait: (owner) => messages.say(`Waiting for another export to this folder (${owner}) to end …`),
  };
}
