import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../json-text.js";

/** The kind of capability that runs tools. */
const toolFormer = 15;

/**
 * The tool data that lie on the composer and not on the bubbles (about 0.45 to 0.49): `bubbleDataMap`
 * of the capability 15, an object or JSON in a string, by id of the bubble.
 */
export function composerTools(data: JsonObject): (bubbleId: string) => JsonObject | undefined {
  let map: JsonObject | undefined;
  return (bubbleId) => {
    map ??= bubbleDataMap(data);
    return Object.hasOwn(map, bubbleId) ? jsonObjectOf(map[bubbleId]) : undefined;
  };
}

function bubbleDataMap(data: JsonObject): JsonObject {
  for (const value of listOf(data.capabilities) ?? []) {
    const capability = objectOf(value);
    if (capability?.type !== toolFormer) continue;
    const map = jsonObjectOf(objectOf(capability.data)?.bubbleDataMap);
    if (map) return map;
  }
  return {};
}

/** The still older `toolResults` of a bubble, in the shape of the later tool data. */
export function oldToolResults(bubble: JsonObject): JsonObject[] {
  return (listOf(bubble.toolResults) ?? []).flatMap((value, index): JsonObject[] => {
    const result = objectOf(value);
    const name = textOf(result?.toolName) ?? textOf(result?.name);
    if (!result || name === undefined) return [];
    const fields: Record<string, Json | undefined> = {
      name,
      toolCallId: textOf(result.toolCallId) ?? `${textOf(bubble.bubbleId) ?? "call"}-${index + 1}`,
      params: result.args ?? result.params,
      result: result.result ?? result.content,
      status: textOf(result.status) ?? "completed",
    };
    const data: JsonObject = {};
    for (const name in fields) if (fields[name] !== undefined) data[name] = fields[name];
    return [data];
  });
}
