import {
  apiVersion,
  type Context,
  type PluginOptions,
  type Session,
  type Source,
} from "@chatexport/core";
import { unknownNamesIn, WordSearch } from "@chatexport/core/read";
import { emptyOption, placeOptions } from "@chatexport/core/source";
import type { AccountExports, ExportLocator } from "./account-exports.js";

/** Describes the options of a source of account exports; `roots` says what an export is. */
export function accountOptions(roots: string): PluginOptions {
  const description = "Also list conversations in which nothing was said";
  return {
    ...placeOptions("Has no effect: an export lies wherever it was put", roots),
    empty: { ...emptyOption, description },
  };
}

/** The parts that a source of account exports brings itself. */
export interface AccountSourceParts {
  name: string;
  /** Also list conversations in which nothing was said. */
  empty: boolean;
  /** Reads a conversation. Rejects when it cannot be read. */
  load(id: string, locator: ExportLocator, context: Context): Promise<Session>;
  /** Words that the source adds to those of the export. */
  says: readonly string[];
}

/** A source of the conversations in account exports. It has no default place: without roots there are none. */
export function accountSource(
  exports: AccountExports,
  { name, empty, load, says }: AccountSourceParts,
): Source<ExportLocator> {
  const source: Source<ExportLocator> = {
    name,
    apiVersion,
    stores: (context) => exports.stores(empty, context),
    async *list(context) {
      yield* await exports.list(empty, context);
    },
    unknownNames: (context) => unknownNamesIn(source, context),
    load: ({ id, locator }, context) => load(id, locator, context),
    async mayContain({ title = "", locator }, words, context) {
      const search = new WordSearch(words);
      for (const text of [title, ...says]) search.lookIn(text);
      const { path, start, length } = locator;
      const content = await exports.contentOf(path, context);
      await search.lookInFile(content, context, { start, end: start + length });
      return search.isOver;
    },
    close: async () => exports.close(),
  };
  return source;
}
