import type { Json, Session } from "@chatexport/core";
import { type FieldMasks, type Mask, sessionMask } from "@chatexport/core/fields";

/** The way to a value in a session: names of the model's fields, and positions in lists. */
export type Trail = readonly (string | number)[];

/**
 * Replaces a string; `key` is that of the JSON object in which it is the value, `trail` the way to
 * it, which changes after the call.
 */
export type Visit = (text: string, key: string | undefined, trail: Trail) => string;

/**
 * The session with each string that may hold a secret replaced by the result of `visit`. What does
 * not change is shared; a session in which nothing changes is returned as it is.
 */
export function mapSession(session: Session, visit: Visit): Session {
  return mapValue(session, sessionMask, { visit, trail: [] }) as Session;
}

interface Walk {
  visit: Visit;
  trail: (string | number)[];
}

function mapValue(value: unknown, mask: Mask, walk: Walk): unknown {
  if (mask === "keep" || value === undefined) return value;
  if (mask === "json") return mapJson(value as Json, walk);
  if (Array.isArray(value)) return mapList(value, walk, (item) => mapValue(item, mask, walk));
  if (mask === "text") return typeof value === "string" ? visited(value, walk) : value;
  if (typeof value !== "object" || value === null) return value;
  if (typeof mask === "function") return mapValue(value, mask(value as never), walk);
  return mapFields(value, mask, walk);
}

function mapFields(object: object, masks: FieldMasks, walk: Walk): object {
  let changed: { [field: string]: unknown } | undefined;
  const values = object as { readonly [field: string]: unknown };
  for (const field of Object.keys(values)) {
    const mask = (Object.hasOwn(masks, field) ? masks[field] : undefined) ?? "json";
    // Most fields: no way to them is needed.
    if (mask === "keep") continue;
    const value = values[field];
    walk.trail.push(field);
    const mapped = mapValue(value, mask, walk);
    walk.trail.pop();
    if (mapped === value) continue;
    changed ??= { ...object };
    changed[field] = mapped;
  }
  return changed ?? object;
}

function mapJson(value: Json, walk: Walk, key?: string): Json {
  if (typeof value === "string") return visited(value, walk, key);
  if (typeof value !== "object" || value === null) return value;
  // A list of secrets bears the name of each of them.
  if (Array.isArray(value)) return mapList(value, walk, (item) => mapJson(item, walk, key));
  let changed: [string, Json][] | undefined;
  for (const [index, name] of Object.keys(value).entries()) {
    const field = value[name] as Json;
    const newName = visited(name, walk);
    const mapped = mapJson(field, walk, nameOf(name, value));
    if (newName === name && mapped === field) continue;
    changed ??= Object.entries(value);
    changed[index] = [newName, mapped];
  }
  return changed === undefined ? value : objectOf(changed);
}

/** The key of a field; of a value in a pair of name and value, as lists of settings have, it is the name. */
function nameOf(key: string, object: { readonly [key: string]: Json }): string {
  if (key === "text" || key === "value") {
    // What an agent types into a page stands beside the name of the field there.
    const label = object.element ?? object.selector;
    if (typeof label === "string" && /password/i.test(label)) return "password";
  }
  if (!key.endsWith("alue")) return key;
  const prefix = key.slice(0, -"value".length);
  const names = ["name", "key", "Name", "Key"].map((end) => object[prefix + end]);
  return names.find((name) => typeof name === "string") ?? key;
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

function visited(text: string, { visit, trail }: Walk, key?: string): string {
  return visit(text, key, trail);
}

function mapList<T>(list: readonly T[], { trail }: Walk, map: (item: T) => T): T[] {
  let changed: T[] | undefined;
  for (const [index, item] of list.entries()) {
    trail.push(index);
    const mapped = map(item);
    trail.pop();
    if (mapped === item) continue;
    changed ??= [...list];
    changed[index] = mapped;
  }
  return changed ?? (list as T[]);
}
