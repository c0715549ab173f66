import type { Json, JsonObject } from "@chatexport/core";
import { objectOf, parseLine } from "@chatexport/core/read";
import { editJson } from "@chatexport/relocate/records";
import { linkFields } from "@chatexport/source-claude/paths";

/** A record without the values that have to stay; the text itself where it is no record. */
export function valueIn(bytes: Buffer): Json {
  const text = bytes.toString();
  const record = objectOf(parseLine(text));
  return record ? maskable(record) : text;
}

/** A record without the values that have to stay as they are. */
function maskable(value: Json): Json {
  if (Array.isArray(value)) return value.map(maskable);
  if (typeof value !== "object" || value === null) return value;
  const isFile = value.type === "base64";
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isKept = linkFields.has(name) || (isFile && name === "data");
      return [name, isKept && typeof field === "string" ? null : maskable(field ?? null)];
    }),
  );
}

/** The bytes of a record in which texts have become others; all else stays. */
export function withMasks(bytes: Buffer, value: Json, masked: Json): Buffer {
  // What does not change is shared.
  if (masked === value) return bytes;
  if (typeof masked === "string") return Buffer.from(masked);
  const changes = new Map(changesIn(value, masked, []));
  const edited = editJson(bytes, (path, isName) => {
    const to = changes.get(keyOf(path, isName));
    return to === undefined ? undefined : () => to;
  });
  return edited ?? bytes;
}

/** The new strings and names, by their places. */
function* changesIn(
  value: Json,
  masked: Json,
  path: readonly (string | number)[],
): Generator<[place: string, to: string]> {
  if (value === masked) return;
  if (typeof value === "string" && typeof masked === "string") yield [keyOf(path, false), masked];
  else if (Array.isArray(value) && Array.isArray(masked))
    for (const [index, each] of value.entries())
      yield* changesIn(each, masked[index] ?? null, [...path, index]);
  else if (objectOf(value) && objectOf(masked)) {
    const entries = Object.entries(masked as JsonObject);
    for (const [index, [name, field]] of Object.entries(value as JsonObject).entries()) {
      const [newName, newField] = entries[index] ?? [name, field];
      if (newName !== name) yield [keyOf([...path, name], true), newName];
      yield* changesIn(field ?? null, newField ?? null, [...path, name]);
    }
  }
}

function keyOf(path: readonly (string | number)[], isName: boolean): string {
  return JSON.stringify([isName, ...path]);
}

/** All texts of a value, the names of its fields among them. */
export function* textsIn(value: Json): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
  else
    for (const [name, field] of Object.entries(objectOf(value) ?? {})) {
      yield name;
      yield* textsIn(field ?? null);
    }
}

/** A value with other texts; one in which none changes is the same. */
export function withTexts(value: Json, changed: ReadonlyMap<string, string>): Json {
  if (![...textsIn(value)].some((text) => changed.has(text))) return value;
  if (typeof value === "string") return changed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, changed));
  const fields = Object.entries(objectOf(value) ?? {});
  return Object.fromEntries(
    fields.map(([name, field]) => [changed.get(name) ?? name, withTexts(field ?? null, changed)]),
  );
}
