import type { Json, JsonObject, ToolCall } from "@chatexport/core";
import type { CallLookup } from "../../src/parse/tools/call-data.js";
import { toolFormerCall } from "../../src/parse/tools/editor-call.js";

/** The surroundings of a call: none, unless a test says so. */
export interface Around extends Partial<CallLookup> {
  codeBlocks?: Json[];
}

/** The call in `toolFormerData` of a bubble "b1". */
export function callIn(data: JsonObject, around: Around = {}): ToolCall | undefined {
  const { codeBlocks, ...found } = around;
  const lookup = { agentResult: () => undefined, contentOf: () => undefined, ...found };
  return toolFormerCall(data, { id: "b1", ...(codeBlocks && { codeBlocks }) }, lookup);
}

/** A completed call as the editor stores it, arguments and result being strings of JSON. */
export function stored(name: string, rawArgs: Json, result?: Json, rest: JsonObject = {}) {
  return {
    name,
    toolCallId: "call-1",
    status: "completed",
    rawArgs: JSON.stringify(rawArgs),
    ...(result !== undefined && { result: JSON.stringify(result) }),
    ...rest,
  } satisfies JsonObject;
}

/** The text of a result. */
export function textOf(call: ToolCall | undefined): string {
  const parts = call?.result?.content ?? [];
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
