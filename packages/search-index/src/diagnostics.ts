import { type Diagnostic, messageOf } from "@chatexport/core";

/**
 * The search index was damaged and is built anew.
 * @remedy Nothing: it holds only what the stores hold.
 */
export function damagedIndex(path: string, cause: unknown): Diagnostic {
  const message = "The search index was damaged and is built anew.";
  return { severity: "info", code: "damaged-search-index", message, origin: { path }, cause };
}

/**
 * The search index cannot be used, so sessions are searched one by one.
 * @remedy The message names the reason. Without an SQLite that has FTS5, use Node 24.
 */
export function unusableIndex(reason: unknown): Diagnostic {
  const message = `Each session is searched, because the search index cannot be used: ${messageOf(reason)}.`;
  return { severity: "info", code: "unusable-search-index", message };
}
