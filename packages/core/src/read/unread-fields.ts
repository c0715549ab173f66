import { fieldsWhere, type Json, type JsonObject } from "../json.js";

/**
 * The fields of an object that a reader neither reads nor drops and that say something: for `native`. Undefined
 * when there are none.
 */
export function unreadFields(
  object: JsonObject,
  read: ReadonlySet<string>,
  dropped: Readonly<Record<string, string>>,
): JsonObject | undefined {
  return fieldsWhere(
    object,
    (value, name) => !read.has(name) && !Object.hasOwn(dropped, name) && saysSomething(value),
  );
}

/** Whether a value is more than a way to say that there is nothing. */
export function saysSomething(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === "" || value === false) return false;
  if (typeof value !== "object") return true;
  for (const _ in value) return true;
  return false;
}
