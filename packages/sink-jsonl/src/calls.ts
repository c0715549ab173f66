import type { JsonObject, ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";

/** The arguments of a call as an object: `{input}` for any other value, an empty one for none. */
export function callInput({ input, rawInput }: ToolCall): JsonObject {
  const object = objectOf(input);
  if (object) return object;
  const other = input ?? rawInput;
  return other === undefined ? {} : { input: other };
}

/** Says that a call has no result, for formats in which every call has one. */
export function missingResult({ status }: ToolCall): string {
  return `${outcomes[status] ?? ""}No result was recorded.`;
}

const outcomes: Partial<Record<ToolCall["status"], string>> = {
  failed: "The call failed. ",
  cancelled: "The call was cancelled. ",
  rejected: "The call was rejected. ",
};
