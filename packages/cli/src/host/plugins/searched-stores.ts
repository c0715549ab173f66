import { contextFor, messageOf, type Source, type Store } from "@chatexport/core";
import { brokenStoreField } from "@chatexport/core/fields";
import type { Run } from "../run.js";

/** A place that a source looked at. */
export interface SearchedStore extends Store {
  source: string;
}

/**
 * The places that the sources looked at; what hides a session was reported by their lists. With
 * `count` they also say what became of the rows that no session counts, which takes longer.
 */
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
      contextFor({ report, signal }, { source: source.name }).report({
        severity: "error",
        code: "source-failed",
        message: `The source ${source.name} could not say where it looks: ${messageOf(cause)}`,
        cause,
      });
    }
  }
  return searched;
}
