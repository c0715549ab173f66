import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectsOf, type TallyCounter } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";
import { readRow } from "../../rows/read-rows.js";

/** What became of the hunks of each diff, by the id of its block: rows `codeBlockPartialInlineDiffFates:ID:codeblockId`. */
export function diffFates(
  rows: KeyValues | undefined,
  composerId: string,
  tally: TallyCounter,
  context: ReadContext,
): Map<string, JsonObject> {
  const fates = new Map<string, JsonObject>();
  const prefix = `codeBlockPartialInlineDiffFates:${composerId}:`;
  for (const { key } of rows?.keys(prefix) ?? []) {
    tally.read();
    const row = rows && readRow(rows, key, tally, context);
    if (!row) continue;
    if (listOf(row.fates)?.length === 0) tally.skip("empty");
    else {
      tally.keep();
      fates.set(key.slice(prefix.length), row);
    }
  }
  return fates;
}

/** What became of a diff as a whole: undefined where its hunks differ, or none was decided. */
export function fateOf(row: JsonObject | undefined): "accepted" | "rejected" | undefined {
  const words = new Set<Json | undefined>(objectsOf(row?.fates).map(({ fate }) => fate));
  if (words.size !== 1) return undefined;
  if (words.has("accepted")) return "accepted";
  return words.has("rejected") ? "rejected" : undefined;
}
