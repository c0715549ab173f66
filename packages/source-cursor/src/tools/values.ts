import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";

/**
 * What a field says that Cursor fills now with JSON, now with a string of it. A string that is not
 * a JSON object, list, string or null stays as it is.
 */
export function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== "string" || !/^\s{0,64}(?:[[{"]|null\s{0,64}$)/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** The objects of a list; whatever else is in it, or is no list, gives none. */
export function objectsOf(list: Json | undefined): JsonObject[] {
  return (listOf(list) ?? []).map(objectOf).filter((item) => item !== undefined);
}

/** The first field by one of these names that is a string with at least one character. */
export function firstText(fields: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(own(fields, name));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The first field by one of these names that is neither missing nor null. */
export function firstValue(fields: JsonObject, ...names: readonly string[]): Json | undefined {
  for (const name of names) {
    const value = own(fields, name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The fields but those by one of these names. */
export function without(fields: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function own(fields: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
