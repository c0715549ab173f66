import { isUtf8 } from "node:buffer";
import {
  contextFor,
  defined,
  type Json,
  type JsonObject,
  type Session,
  type Transform,
} from "@chatexport/core";
import { listOf, objectOf, parseLine } from "@chatexport/core/read";
import { editJson } from "@chatexport/relocate/records";
import { linkFields } from "@chatexport/source-claude/paths";
import { Draft } from "../records/draft.js";
import { leaveOutBlocks } from "../records/leave-out.js";
import type { Line } from "../records/line.js";

/**
 * The title and the files of a session with its secrets masked: what is one in any of them is masked in all. What
 * holds none keeps every byte, and so do files that are no text, which `unmasked` names. Reasoning in which
 * something would be masked is left out, since its signature would be wrong.
 */
export async function masked(
  session: Session,
  files: ReadonlyMap<string, Buffer>,
  mask: Transform,
): Promise<{ title?: string; files: Map<string, Buffer>; unmasked: string[] }> {
  const parts = [...files].map(([name, bytes]) => ({ name, ...maskableFile(name, bytes) }));
  const values = parts.map(({ value }) => value);
  const { title, native } = await mask({ ...session, native: { values } }, contextFor({}, {}));
  const found = listOf(native?.values);
  if (found?.length !== parts.length) throw new TypeError("a mask leaves nothing out");
  return {
    ...defined({ title }),
    files: new Map(parts.map(({ name, masked }, index) => [name, masked(found[index] ?? null)])),
    unmasked: [...files].flatMap(([name, bytes]) => (isUtf8(bytes) ? [] : [name])),
  };
}

/** The texts that may be masked in a file, and the file once they have become something else. */
interface Maskable {
  value: Json;
  masked(value: Json): Buffer;
}

function maskableFile(name: string, bytes: Buffer): Maskable {
  if (!isUtf8(bytes)) return { value: null, masked: () => bytes };
  if (!name.endsWith(".jsonl")) {
    const value = valueIn(bytes);
    return { value, masked: (masked) => withMasks(bytes, value, masked) };
  }
  const draft = new Draft(bytes);
  const values = draft.lines.map((line) => valueIn(line.bytes));
  return {
    value: values,
    masked(masked) {
      const changed = new Map<Line, Line["blocks"]>();
      for (const [index, line] of draft.lines.entries()) {
        const [value = null, to = null] = [values[index], listOf(masked)?.[index]];
        if (to === value) continue;
        changed.set(line, line.blocks);
        line.replaceBytes(withMasks(line.bytes, value, to));
      }
      leaveOutBlocks(draft, ({ type, thinking }, line, index) => {
        const before = changed.get(line)?.[index];
        return type === "thinking" && before !== undefined && before.thinking !== thinking;
      });
      return draft.bytes();
    },
  };
}

/** A record without the values that have to stay; the text itself where it is no record. */
function valueIn(bytes: Buffer): Json {
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

function withMasks(bytes: Buffer, value: Json, masked: Json): Buffer {
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
