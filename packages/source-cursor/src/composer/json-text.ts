import { type Json, type JsonObject, objectOf } from "@chatexport/core";

/** The value of a field that holds JSON, or JSON in a string; undefined when it is not JSON. */
export function jsonOf(value: Json | undefined): Json | undefined {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** An object, or an object as JSON in a string. */
export function jsonObjectOf(value: Json | undefined): JsonObject | undefined {
  return objectOf(jsonOf(value));
}
