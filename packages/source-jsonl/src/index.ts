import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { WordSearch } from "@chatexport/core/read";
import { placeOptions } from "@chatexport/core/source";
import { listArchive, storesAt } from "./list-archive.js";
import { createPipes } from "./pipes.js";
import type { Locator } from "./session-ref.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Not used: an archive lies where its owner put it",
  "Archive, folder of documents, one document, or - for standard input",
);

/**
 * Reads back what `@chatexport/sink-jsonl` wrote. Without roots there is nothing to read. Pipes
 * are copied to a private file when they are first needed; `close` removes it.
 */
export default function jsonl(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  const { roots = [] } = given;
  const pipes = createPipes();
  const source: Source<Locator> = {
    name: "jsonl",
    apiVersion,
    stores: (context) => storesAt(roots, pipes, context),
    async *list(context) {
      for (const { ref } of await listArchive(roots, pipes, context)) yield ref;
    },
    async load(ref, context) {
      const at = await pipes.contentOf(ref.locator.path, context);
      // Listing has no use for what puts sessions together.
      const { loadSession } = await import("./load-session.js");
      return loadSession(ref, at, context);
    },
    async mayContain(ref, words, context) {
      const { path, start, end } = ref.locator;
      const at = await pipes.contentOf(path, context);
      const search = new WordSearch(words);
      await search.lookInFile(at, context, { start, end });
      return search.isOver;
    },
    close: () => pipes.close(),
  };
  return source;
}
