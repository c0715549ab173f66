import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import type { Entry } from "../records/records.js";
import type { RecordedResult } from "./results.js";

/**
 * Notes on each recorded result the text that the model saw in place of it; the result itself stays as
 * it is. Gives the records whose results are in this transcript.
 */
export function noteReplacements(
  entries: readonly Entry[],
  results: ReadonlyMap<string, RecordedResult>,
): ReadonlySet<JsonObject> {
  const noted = new Set<JsonObject>();
  for (const { record } of entries) {
    if (record.type !== "content-replacement") continue;
    for (const item of listOf(record.replacements) ?? []) {
      const { toolUseId, replacement } = objectOf(item) ?? {};
      const recorded = results.get(textOf(toolUseId) ?? "");
      if (!recorded || replacement === undefined) continue;
      recorded.native = { ...recorded.native, replacement };
      noted.add(record);
    }
  }
  return noted;
}
