import { contextFor, type Source, type Store } from "@chatexport/core";
import { brokenStoreField } from "@chatexport/core/fields";
import { sourceFailed } from "@chatexport/core/host";
import type { Run } from "../run.js";

/** A store that a source looked at. */
export interface SearchedStore extends Store {
  source: string;
}

/** The stores that the sources look at; `count` adds what became of rows that no session owns. */
export async function searchedStores(
  sources: readonly Source[],
  { report, signal }: Pick<Run, "report" | "signal">,
  options: { count?: boolean } = {},
): Promise<SearchedStore[]> {
  const searched: SearchedStore[] = [];
  for (const source of sources) {
    const context = contextFor({}, { source: source.name });
    try {
      for (const store of await source.stores(context, options)) {
        const wrong = brokenStoreField(store);
        if (wrong !== undefined) throw new TypeError(`a place of which ${wrong || "all"} is wrong`);
        searched.push({ source: source.name, ...store });
      }
    } catch (cause) {
      contextFor({ report, signal }, { source: source.name }).report(
        sourceFailed(source.name, "say where it looks", cause),
      );
    }
  }
  return searched;
}
