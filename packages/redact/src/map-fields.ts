import type { Json } from "@chatexport/core";
import type { Fields, Treatment } from "./fields.js";

/** What becomes of a string; `key` is that of the JSON object in which it is the value. */
export type Visit = (text: string, key?: string) => string;

/**
 * The object with each string that its fields name replaced by what `visit` makes of it. What does
 * not change is shared; an object in which nothing changes is returned as it is.
 */
export function mapFields<T extends object>(object: T, fields: Fields, visit: Visit): T {
  let changed: T | undefined;
  for (const field of Object.keys(object) as (keyof T & string)[]) {
    const treatment = Object.hasOwn(fields, field) ? (fields[field] ?? "json") : "json";
    if (treatment === "keep") continue;
    const value = object[field];
    const mapped = mapValue(value, treatment, visit);
    if (mapped === value) continue;
    changed ??= { ...object };
    Object.assign(changed, { [field]: mapped });
  }
  return changed ?? object;
}

function mapValue(value: unknown, treatment: Treatment, visit: Visit): unknown {
  if (treatment === "keep" || value === undefined) return value;
  if (treatment === "json") return mapJson(value as Json, visit);
  if (Array.isArray(value)) return mapList(value, (item) => mapValue(item, treatment, visit));
  if (treatment === "text") return typeof value === "string" ? visit(value) : value;
  if (typeof value !== "object" || value === null) return value;
  const fields = typeof treatment === "function" ? treatment(value as never) : treatment;
  return mapFields(value, fields, visit);
}

function mapJson(value: Json, visit: Visit, key?: string): Json {
  if (typeof value === "string") return visit(value, key);
  if (typeof value !== "object" || value === null) return value;
  // A list of secrets bears the name of each of them.
  if (Array.isArray(value)) return mapList(value, (item) => mapJson(item, visit, key));
  let changed: [string, Json][] | undefined;
  for (const [index, name] of Object.keys(value).entries()) {
    const field = value[name] as Json;
    const newName = visit(name);
    const mapped = mapJson(field, visit, nameOf(name, value));
    if (newName === name && mapped === field) continue;
    changed ??= Object.entries(value);
    changed[index] = [newName, mapped];
  }
  return changed === undefined ? value : objectOf(changed);
}

/** The key of a field; in a pair of name and value, as lists of settings have, it is the name. */
function nameOf(key: string, object: { readonly [key: string]: Json }): string {
  const name = object.name ?? object.key;
  return key === "value" && typeof name === "string" ? name : key;
}

/** Two keys that are the same now stay two: nothing may be lost. */
function objectOf(entries: readonly [string, Json][]): Json {
  const names = new Set(entries.map(([key]) => key));
  if (names.size === entries.length) return Object.fromEntries(entries);
  const counts = new Map<string, number>();
  return Object.fromEntries(
    entries.map(([key, field]) => {
      let count = (counts.get(key) ?? 0) + 1;
      while (count > 1 && names.has(`${key} (${count})`)) count++;
      counts.set(key, count);
      return [count === 1 ? key : `${key} (${count})`, field];
    }),
  );
}

function mapList<T>(list: readonly T[], map: (item: T) => T): T[] {
  let changed: T[] | undefined;
  for (const [index, item] of list.entries()) {
    const mapped = map(item);
    if (mapped === item) continue;
    changed ??= [...list];
    changed[index] = mapped;
  }
  return changed ?? (list as T[]);
}
