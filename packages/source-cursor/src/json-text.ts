import type { Json, JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";

/** The value that a text holds as JSON; undefined when there is no text, or it is no JSON. */
export function parseJson(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object, or an object as JSON in a string. */
export function jsonObjectOf(value: Json | undefined): JsonObject | undefined {
  return objectOf(typeof value === "string" ? parseJson(value) : value);
}
