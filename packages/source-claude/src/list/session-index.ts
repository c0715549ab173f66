import type { Context, JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { readJsonFile } from "../files/json-file.js";
import type { Hints } from "../head/locator.js";
import type { StoreFile } from "../locate/contents.js";

/**
 * What the indexes of the projects tell (January and February 2026), by the id of the session. Reports
 * the sessions of which only the index is left. Directories are left to the transcripts: an index was
 * not always up to date.
 */
export function indexHints(
  indexes: readonly StoreFile[],
  isKnown: (sessionId: string) => boolean,
  context: Context,
): Map<string, Hints> {
  const hints = new Map<string, Hints>();
  for (const file of indexes) {
    context.signal.throwIfAborted();
    const entries = entriesIn(file);
    if (!entries) {
      reportIndex(file, context);
      continue;
    }
    const deleted = new Set<string>();
    for (const entry of entries) {
      const id = textOf(entry.sessionId) ?? textOf(entry.session_id);
      // A sub-agent's transcript has another name than its id.
      if (id === undefined || entry.isSidechain === true) continue;
      const summary = textOf(entry.summary);
      if (!isKnown(id)) deleted.add(id);
      else if (summary !== undefined) hints.set(id, { summary });
    }
    if (deleted.size > 0) reportDeleted(file, deleted.size, context);
  }
  return hints;
}

function entriesIn(file: StoreFile): JsonObject[] | undefined {
  const entries = listOf(readJsonFile(file)?.entries);
  return entries?.map(objectOf).filter((entry) => entry !== undefined);
}

function reportIndex({ path }: StoreFile, { report }: Context): void {
  report({
    severity: "warning",
    code: "malformed-sidecar",
    message:
      "The index of the project's sessions cannot be read or is not JSON with a list of entries; the titles in it are not known.",
    origin: { path },
  });
}

function reportDeleted({ path }: StoreFile, count: number, { report }: Context): void {
  const sessions = count === 1 ? "a session" : `${count} sessions`;
  report({
    severity: "info",
    code: "deleted-transcripts",
    message: `The project's index names ${sessions} without a transcript: the tool deletes them after 30 days, or after cleanupPeriodDays in its settings. A backup may still have them.`,
    origin: { path },
  });
}
