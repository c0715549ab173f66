import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import type { Entry } from "./lines.js";

/** The results of a conversation by the blocks of their calls. */
export interface Pairs {
  results: ReadonlyMap<JsonObject, JsonObject>;
  /** The blocks of results that a call shows. */
  shown: ReadonlySet<JsonObject>;
}

/**
 * Finds the call of each result: by its id, else by its name and order. Without ids the results of
 * parallel calls come in the order in which they were ready (seen in 2026), so one that could
 * belong to several calls is given to none.
 */
export function pairResults(entries: readonly Entry[]): Pairs {
  const results = new Map<JsonObject, JsonObject>();
  const byId = callsById(entries);
  for (const { message } of entries) {
    let open: JsonObject[] = [];
    let unclear = 0;
    for (const block of blocksOf(message)) {
      if (block.type === "tool_use") open.push(block);
      if (block.type !== "tool_result") continue;
      const call = callOf(block, byId, open);
      if (call && !results.has(call)) {
        results.set(call, block);
        open = open.filter((other) => other !== call);
      } else if (open.length > 0) unclear++;
      // As many results as calls: whatever comes now belongs to calls that come now.
      if (unclear === open.length) {
        open = [];
        unclear = 0;
      }
    }
  }
  return { results, shown: new Set(results.values()) };
}

/** The id of a call; in some exports it stands among the arguments (seen in 2026). */
export function callId({ id, input }: JsonObject): string | undefined {
  return textOf(id) ?? textOf(objectOf(input)?._tool_call_id);
}

function callsById(entries: readonly Entry[]): Map<string, JsonObject> {
  const calls = new Map<string, JsonObject>();
  for (const { message } of entries)
    for (const block of blocksOf(message)) {
      const id = block.type === "tool_use" ? callId(block) : undefined;
      if (id !== undefined && !calls.has(id)) calls.set(id, block);
    }
  return calls;
}

function callOf(
  result: JsonObject,
  byId: ReadonlyMap<string, JsonObject>,
  open: readonly JsonObject[],
): JsonObject | undefined {
  const id = textOf(result.tool_use_id);
  const named = id === undefined ? undefined : byId.get(id);
  if (named) return named;
  const name = textOf(result.name);
  const candidates = open.filter(
    (call) =>
      (name === undefined || call.name === name) &&
      (id === undefined || callId(call) === undefined),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

function blocksOf({ content }: JsonObject): JsonObject[] {
  return (listOf(content) ?? []).map(objectOf).filter((block) => block !== undefined);
}
