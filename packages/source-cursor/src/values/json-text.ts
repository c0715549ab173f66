import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf, parseJson, textOf } from "@chatexport/core/read";

/** An object, or an object as JSON in a string. */
export function jsonObjectOf(value: Json | undefined): JsonObject | undefined {
  return objectOf(typeof value === "string" ? parseJson(value) : value);
}

/**
 * The value of a field that holds JSON, or a string of it; a string that is neither stays as it is.
 */
export function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== "string" || !/^\s{0,64}(?:[[{"]|null\s{0,64}$)/.test(value)) return value;
  const json = parseJson(value);
  return json === undefined ? value : json;
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
  const name = names.find((name) => (own(fields, name) ?? null) !== null);
  return name === undefined ? undefined : fields[name];
}

/** The values made of the items of a list; undefined where one item makes none. */
export function eachOf<Made>(
  list: unknown,
  make: (item: Json, index: number) => Made | undefined,
): Made[] | undefined {
  const made = listOf(list)?.map(make);
  return made?.every((item) => item !== undefined) ? made : undefined;
}

/** The fields but those by one of these names. */
export function without(fields: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function own(fields: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The JSON object that begins at `start`, and where it ends; undefined when it is cut off or no JSON. */
export function objectAt(
  text: string,
  start: number,
): { object: JsonObject; end: number } | undefined {
  const end = endOfObject(text, start);
  const object = end === undefined ? undefined : jsonObjectOf(text.slice(start, end));
  return end !== undefined && object ? { object, end } : undefined;
}

/** Behind the brace that closes the one at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      if (at === -1) return undefined;
    } else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The quotation mark that closes the one at `start`, or -1. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** An object, or undefined when nothing is in it. */
export function filled<T extends object>(object: T): T | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/** True when a value is more than nothing: most records have fields in which nothing is. */
export function isFilled(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value);
}
