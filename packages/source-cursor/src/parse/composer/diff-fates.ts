import type { Json, JsonObject } from "@chatexport/core";
import {
  countEach,
  listOf,
  objectOf,
  objectsOf,
  plainName,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";

import { partRows } from "../../rows/read-rows.js";
import { filled, jsonObjectOf } from "../../values/json-text.js";

/**
 * The fates of the hunks of each diff, by the id of its block: rows
 * `codeBlockPartialInlineDiffFates:ID:codeblockId`.
 */
export function diffFates(
  rows: KeyValues | undefined,
  composerId: string,
  tally: TallyCounter,
  context: ReadContext,
): Map<string, JsonObject> {
  const fates = new Map<string, JsonObject>();
  const prefix = `codeBlockPartialInlineDiffFates:${composerId}:`;
  for (const [id, row] of partRows(rows, prefix, tally, context))
    if (listOf(row.fates)?.length === 0) tally.skip("empty");
    else {
      tally.keep();
      fates.set(id, row);
    }
  return fates;
}

/** The fate of a diff as a whole: undefined where its hunks differ, or none was decided. */
export function fateOf(row: JsonObject | undefined): "accepted" | "rejected" | undefined {
  const words = new Set<Json | undefined>(objectsOf(row?.fates).map(({ fate }) => fate));
  if (words.size !== 1) return undefined;
  if (words.has("accepted")) return "accepted";
  return words.has("rejected") ? "rejected" : undefined;
}

/**
 * The number of hunks that met each fate, of the diffs that a bubble's call and code blocks name; nothing
 * where an edit says it.
 */
export function fatesOfBubble(
  bubble: JsonObject,
  fates: ReadonlyMap<string, JsonObject>,
): JsonObject | undefined {
  if (fates.size === 0) return undefined;
  const ofCall = jsonObjectOf(objectOf(bubble.toolFormerData)?.additionalData)?.codeblockId;
  const ids = new Set(objectsOf(bubble.codeBlocks).map(({ codeblockId }) => textOf(codeblockId)));
  for (const id of ids) if (fateOf(fates.get(id ?? "")) !== undefined) ids.delete(id);
  const met = [...ids.add(textOf(ofCall))].flatMap((id) => objectsOf(fates.get(id ?? "")?.fates));
  const words = met.map(({ fate }) => plainName(textOf(fate) ?? "unknown"));
  return filled(Object.fromEntries(countEach(words)));
}
