import type { Json, Session } from "@chatexport/core";
import { type FieldMasks, type Mask, sessionMask } from "@chatexport/core/fields";

/** What becomes of a string; `key` is that of the JSON object in which it is the value. */
export type Visit = (text: string, key?: string) => string;

/**
 * The session with each string in which a secret may stand replaced by what `visit` makes of it. What
 * does not change is shared; a session in which nothing changes is returned as it is.
 */
export function mapSession(session: Session, visit: Visit): Session {
  return mapValue(session, sessionMask, visit) as Session;
}

function mapValue(value: unknown, mask: Mask, visit: Visit): unknown {
  if (mask === "keep" || value === undefined) return value;
  if (mask === "json") return mapJson(value as Json, visit);
  if (Array.isArray(value)) return mapList(value, (item) => mapValue(item, mask, visit));
  if (mask === "text") return typeof value === "string" ? visit(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (typeof mask === "function") return mapValue(value, mask(value as never), visit);
  return mapFields(value, mask, visit);
}

function mapFields(object: object, masks: FieldMasks, visit: Visit): object {
  let changed: { [field: string]: unknown } | undefined;
  for (const [field, value] of Object.entries(object)) {
    const mask = Object.hasOwn(masks, field) ? masks[field] : undefined;
    const mapped = mapValue(value, mask ?? "json", visit);
    if (mapped === value) continue;
    changed ??= { ...object };
    changed[field] = mapped;
  }
  return changed ?? object;
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
