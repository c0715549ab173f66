import {
  compareStrings,
  type ListedSession,
  nonEmpty,
  present,
  type Source,
} from "@chatexport/core";
import { isInside } from "@chatexport/core/read";
import type { SearchedStore } from "../../host/plugins/searched-stores.js";
import type { NamedCount, SourceFindings, StoreFindings } from "./findings.js";

/**
 * The findings of each source. Names of tables and families are texts of the store: values, not
 * keys.
 */
export function sourceFindings(
  sources: readonly Source[],
  listed: readonly ListedSession[],
  stores: readonly SearchedStore[],
): SourceFindings[] {
  return sources.map(({ name }) => {
    const looked = stores.filter(({ source }) => source === name);
    const sizes = looked.flatMap(({ bytes }) => bytes ?? []);
    return {
      name,
      sessions: listed.filter(({ source }) => source.name === name).length,
      ...(sizes.length > 0 && { bytes: sizes.reduce((sum, size) => sum + size, 0) }),
      stores: looked.map((store) => finding(store, stores)),
    };
  });
}

function finding(store: SearchedStore, all: readonly SearchedStore[]): StoreFindings {
  const { source: _, formats, unowned, unownedFiles, isUnknownLayout, ...facts } = store;
  return present({
    ...facts,
    formats: formats && namedCounts(formats),
    unownedFiles: unownedFiles && namedCounts(unownedFiles),
    isUnknownLayout: (isUnknownLayout && !isReadElsewhere(store, all)) || undefined,
    unowned: nonEmpty(Object.entries(unowned ?? {}).map(([family, rows]) => ({ family, rows }))),
  });
}

/** One root is looked at by several sources, and only one of them need understand it. */
function isReadElsewhere(store: SearchedStore, all: readonly SearchedStore[]): boolean {
  return all.some(
    ({ source, path, sessions }) =>
      source !== store.source &&
      Boolean(sessions) &&
      (isInside(path, store.path) || isInside(store.path, path)),
  );
}

/** The largest first. */
export function namedCounts(counts: Readonly<Record<string, number>>): NamedCount[] {
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareStrings(a.name, b.name));
}
