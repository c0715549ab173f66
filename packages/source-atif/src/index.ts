import { resolve } from "node:path";
import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  present,
  type SessionRef,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import {
  isMissing,
  unknownNamesIn,
  unreadableFile,
  unreadableFolder,
  WordSearch,
} from "@chatexport/core/read";
import { placeOptions, revisionOf, sessionFiles, storesOf } from "@chatexport/core/source";
import { headsIn, mayHoldTrajectories, type Place } from "./places.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Has no effect: trajectories lie wherever they were put",
  "Trajectories: a folder of them at any depth, or one file, also with several lines",
);

/**
 * Reads trajectories in the Agent Trajectory Interchange Format, 1.6 to 1.8. It has no default place: without
 * roots there are no sessions.
 */
export default function atif(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  const places = [...new Set((given.roots ?? []).map((root) => resolve(root)))];
  const source: Source<Place> = {
    name: "atif",
    apiVersion,
    stores: async (context) => storesOf(places, "atif/trajectory", refsAt, context),
    async *list(context) {
      for (const place of places)
        try {
          for (const ref of refsAt(place, context)) {
            context.signal.throwIfAborted();
            yield ref;
          }
        } catch (cause) {
          context.signal.throwIfAborted();
          if (!isMissing(cause)) context.report(unreadableFolder(place, cause));
        }
    },
    load: async ({ id, title, locator }, context) => {
      const { loadTrajectory } = await import("./load-trajectory.js");
      const session = await loadTrajectory(locator, id, context);
      return session.title !== undefined || title === undefined
        ? session
        : { ...session, title, titleFrom: "first-message" };
    },
    async mayContain({ title = "", locator: { path, start, end } }, words, context) {
      const search = new WordSearch(words);
      for (const text of ["atif", title]) search.lookIn(text);
      const range = start === undefined || end === undefined ? undefined : { start, end };
      await search.lookInFile(path, context, range);
      return search.isOver;
    },
    unknownNames: (context) => unknownNamesIn(source, context),
  };
  return source;
}

type Context = Parameters<Source["list"]>[0];

function refsAt(place: string, context: Context): SessionRef<Place>[] {
  return sessionFiles(place, mayHoldTrajectories, context).flatMap((path) => {
    context.signal.throwIfAborted();
    try {
      return headsIn(path, context).map(({ place: locator, ...head }): SessionRef<Place> => {
        const revision = revisionOf([path], head, locator.line);
        return present<SessionRef<Place>>({ source: "atif", ...head, revision, locator });
      });
    } catch (cause) {
      context.report(unreadableFile(path, cause));
      return [];
    }
  });
}
