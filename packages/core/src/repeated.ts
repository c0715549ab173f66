import { type Json, type JsonObject, setField } from "./json.js";

const longText = 100;

/**
 * The fields without long texts (over 100 characters) that are shown elsewhere as they are, so that a
 * tool's own output does not repeat what the model saw of it.
 */
export function withoutRepeated(fields: JsonObject, shown: readonly Json[]): JsonObject {
  const rest: JsonObject = {};
  for (const name in fields) {
    const value = fields[name];
    const isRepeated =
      typeof value === "string" && value.length > longText && shown.includes(value);
    if (value !== undefined && !isRepeated) setField(rest, name, value);
  }
  return rest;
}
