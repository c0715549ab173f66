import { contextFor, type Source, type Store } from "@chatexport/core";

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
  options: { count?: boolean } = {},
): Promise<SearchedStore[]> {
  const searched: SearchedStore[] = [];
  for (const source of sources) {
    const context = contextFor({}, { source: source.name });
    for (const store of await source.stores(context, options)) {
      searched.push({ source: source.name, ...store });
    }
  }
  return searched;
}
