/** A value that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json;
}

/*
 * A record can hold anything. Each function returns the value when it is of the type asked for, and
 * undefined otherwise.
 */

/** The value when it is an object: neither a list nor null. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value when it is a list. */
export function listOf(value: unknown): Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The objects of a list; none when the value is no list. */
export function objectsOf(value: unknown): JsonObject[] {
  const objects: JsonObject[] = [];
  for (const item of listOf(value) ?? []) {
    const object = objectOf(item);
    if (object) objects.push(object);
  }
  return objects;
}

/** The value when it is a string. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value when it is a string with at least one character. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The value as one word, to compare with words that are known: a text as it is, an object or a list as
 * "object". Never throws, unlike `String`, which calls a `toString` that a record brings along.
 */
export function wordOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "object" : String(value);
}

/** The value when it is a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

const usualField = { configurable: true, enumerable: true, writable: true };

/** Sets a field of any name, also `__proto__`, which assignment would make the prototype. */
export function setField<T>(object: { [key: string]: T }, name: string, value: T): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, ...usualField });
}

/** The fields of an object for which a condition holds; undefined when there are none. */
export function fieldsWhere(
  object: JsonObject,
  holds: (value: Json, name: string) => boolean,
): JsonObject | undefined {
  let result: JsonObject | undefined;
  for (const name in object) {
    const value = object[name];
    if (value === undefined || !holds(value, name)) continue;
    result ??= {};
    setField(result, name, value);
  }
  return result;
}

const longText = 100;

/** The fields without texts over 100 characters that are shown elsewhere as they are. */
export function withoutRepeated(fields: JsonObject, shown: readonly Json[]): JsonObject {
  const isOwn = (value: Json) =>
    typeof value !== "string" || value.length <= longText || !shown.includes(value);
  return fieldsWhere(fields, isOwn) ?? {};
}

/** True when a value is more than a way to say that there is nothing: null, false, and what is empty. */
export function saysSomething(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === "" || value === false) return false;
  if (typeof value !== "object") return true;
  for (const _ in value) return true;
  return false;
}
