import type { Session } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";

/**
 * The first place at which two values differ, with both: `messages[2].createdAt is "…" and was "…"`.
 * A field that is undefined differs from one that is absent.
 */
export function difference(before: unknown, after: unknown, place = ""): string | undefined {
  if (Object.is(before, after)) return undefined;
  const lists = [listOf(before), listOf(after)];
  const objects = [objectOf(before), objectOf(after)];
  const [old, now] = lists[0] && lists[1] ? lists : objects;
  const isAlike = old && now && Object.getPrototypeOf(before) === Object.getPrototypeOf(after);
  if (!isAlike) return `${place || "it"} is ${brief(after)} and was ${brief(before)}`;
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const at = Array.isArray(old) ? `${place}[${name}]` : place ? `${place}.${name}` : name;
    if (!Object.hasOwn(now, name)) return `${at} is missing`;
    if (!Object.hasOwn(old, name)) return `${at} is new`;
    const found = difference(Reflect.get(old, name), Reflect.get(now, name), at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first difference between sessions of two readings, with the id of the session. */
export function differenceOfSessions(
  before: readonly Session[],
  after: readonly Session[],
): string | undefined {
  const found = new Map(after.map((session) => [session.id, session]));
  for (const session of before) {
    const same = found.get(session.id);
    if (!same) return `${session.id}: the session is missing`;
    const changed = difference(session, same);
    if (changed !== undefined) return `${session.id}: ${changed}`;
    found.delete(session.id);
  }
  for (const id of found.keys()) return `${id}: the session is new`;
  return undefined;
}

/** A value in some words: as JSON, with the class of what JSON has no word for. */
export function brief(value: unknown): string {
  if (value === undefined) return "undefined";
  const json = JSON.stringify(value) ?? String(value);
  const text = `${classOf(value)}${json}`;
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function classOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const name = value.constructor?.name ?? "Object";
  return name === "Object" ? "" : `${name} `;
}
