import type { JsonObject } from "@chatexport/core";
import type { RecordedResult } from "./results.js";

/**
 * The results of calls, by the block of the call, from the blocks that have the same id. Where one call has it,
 * the result can stand anywhere. Models of other vendors count their calls anew (2.1.145): of several calls each
 * has the next result, and so does a call that a writer repeats before its result.
 */
export function pairedResults(
  blocksById: Iterable<readonly JsonObject[]>,
  recorded: ReadonlyMap<JsonObject, RecordedResult>,
): Map<JsonObject, RecordedResult> {
  const results = new Map<JsonObject, RecordedResult>();
  for (const blocks of blocksById) {
    const [call, ...others] = blocks.filter((block) => !recorded.has(block));
    const [result] = blocks.flatMap((block) => recorded.get(block) ?? []);
    if (!call || !result) continue;
    if (others.length === 0) results.set(call, result);
    else for (const [each, next] of nextResults(blocks, recorded)) results.set(each, next);
  }
  return results;
}

function* nextResults(
  blocks: readonly JsonObject[],
  recorded: ReadonlyMap<JsonObject, RecordedResult>,
): Generator<[call: JsonObject, result: RecordedResult]> {
  let next: RecordedResult | undefined;
  let owner: string | undefined;
  for (const block of [...blocks].reverse()) {
    const result = recorded.get(block);
    if (result) {
      next = result;
      owner = undefined;
    } else {
      const call = JSON.stringify(block);
      owner ??= call;
      if (next && call === owner) yield [block, next];
    }
  }
}
