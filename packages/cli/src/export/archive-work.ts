import type { Sink, Source } from "@chatexport/core";
import type { ArchiveWork } from "../archive/archive-target.js";
import { placesOf } from "../archive/places.js";
import type { ExportOptions } from "../options.js";
import type { Made } from "../plugins/package.js";
import type { Run } from "../run.js";
import type { FoundSessions } from "../selection/find-sessions.js";

/** What an archive has to know about a run, told once all sessions have been found. */
export function archiveWork(
  { all }: FoundSessions,
  { sources, sinks }: { sources: readonly Made<Source>[]; sinks: readonly Made<Sink>[] },
  options: ExportOptions,
  { messages, diagnostics, content, report, signal }: Run,
): ArchiveWork {
  // Whatever was reported until now hides sessions, which are not missing for that.
  const hiding = diagnostics.filter(({ severity }) => severity !== "info");
  const troubled = new Set(hiding.map(({ source }) => source));
  const adding = new Map(sources.map(({ name, adding = [] }) => [name, adding]));
  const ingredients = new Map<object, Made<object>>(
    [...sources, ...sinks].map((made) => [made.plugin, made]),
  );
  return {
    listed: all,
    wouldList({ source, listedBy }) {
      const added = adding.get(source);
      if (!added || troubled.has(source)) return false;
      return listedBy === undefined || added.includes(listedBy);
    },
    places: placesOf(options),
    sinks: sinks.map(({ plugin }) => plugin),
    ingredients: content.ingredients,
    ingredientOf: (plugin) =>
      ingredients.get(plugin) ?? { name: plugin.name, version: "", options: {} },
    force: options.force ?? false,
    isRehearsal: options.dryRun ?? false,
    report,
    signal,
    wait: (owner) => messages.say(`Waiting for another export to this folder (${owner}) to end …`),
  };
}
