import { type JsonObject, listOf, type Message, objectOf, textOf } from "@chatexport/core";
import type { RecordedResult } from "./results.js";

/**
 * Notes on each tool call the text that the model saw in place of its large result; the result
 * itself stays as it is recorded. Calls that are built already are changed as well. False when
 * no result is in this transcript.
 */
export function replaceResults(
  record: JsonObject,
  results: ReadonlyMap<string, RecordedResult>,
  messages: readonly Message[],
): boolean {
  const replaced = new Map<string, JsonObject>();
  for (const item of listOf(record.replacements) ?? []) {
    const { toolUseId, replacement } = objectOf(item) ?? {};
    const id = textOf(toolUseId);
    const recorded = id === undefined ? undefined : results.get(id);
    if (id === undefined || !recorded || replacement === undefined) continue;
    recorded.native = { ...recorded.native, replacement };
    replaced.set(id, recorded.native);
  }
  if (replaced.size === 0) return false;
  for (const { parts } of messages)
    for (const part of parts) {
      const native = part.type === "tool-call" ? replaced.get(part.id) : undefined;
      if (native && part.type === "tool-call") part.native = native;
    }
  return true;
}
