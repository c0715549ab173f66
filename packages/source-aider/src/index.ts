import {
  checkOptions,
  type PluginOptions,
  present,
  type SessionRef,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { WordSearch } from "@chatexport/core/read";
import { fileSource, placeOptions } from "@chatexport/core/source";
import { historiesAt, placesAt } from "./places.js";
import { type Locator, sessionsIn } from "./sessions.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a history of Aider in it",
  "A chat history of Aider, or a folder with projects at any depth",
);

/** Reads the chat histories of Aider, each of which holds all sessions of a project. */
export default function aider(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  const files = fileSource<Locator>({
    name: "aider",
    format: "aider/markdown",
    places: placesAt(given),
    sessionsAt: (place, context) => historiesAt(place, context).flatMap(refsIn),
    filesOf: ({ path }) => [path],
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says: {},
  });
  const source: Source<Locator> = {
    ...files,
    // A history holds many sessions, and only one is asked about.
    async mayContain({ title = "", locator }, words, context) {
      const search = new WordSearch(words);
      for (const text of [files.name, title]) search.lookIn(text);
      await search.lookInFile(locator.path, context, locator);
      return search.isOver;
    },
  };
  return source;
}

function refsIn(path: string): SessionRef<Locator>[] {
  return sessionsIn(path).map(({ listed, revision, start, end }) =>
    present<SessionRef<Locator>>({
      source: "aider",
      ...listed,
      bytes: end - start,
      revision,
      locator: { path, start, end },
    }),
  );
}
