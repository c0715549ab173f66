import { attempt } from "./errors.js";
import type { Json } from "./json.js";

/**
 * The depth to which values may be nested: no tool writes so deep, and what walks through them stays on the
 * stack.
 */
const deepest = 200;

/** The value that a text of JSON holds, in which a note stands for what is nested too deep. Throws for other texts. */
export function shallowJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return mayBeDeep(text) ? cut(value, deepest) : value;
}

/** The same for any value, of which a byte-order mark is no part: undefined for what is no text, or no JSON. */
export function parseJson(text: unknown): Json | undefined {
  if (typeof text !== "string") return undefined;
  return attempt(() => shallowJson(withoutByteOrderMark(text)));
}

/** A text without the mark that some programs put before its first character. */
export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** True when a text has so many brackets that they could be nested too deep. */
function mayBeDeep(text: string): boolean {
  if (text.length < 2 * deepest) return false;
  let count = 0;
  for (let at = text.indexOf("{"); at !== -1; at = text.indexOf("{", at + 1))
    if (++count > deepest / 2) return true;
  count = 0;
  for (let at = text.indexOf("["); at !== -1; at = text.indexOf("[", at + 1))
    if (++count > deepest / 2) return true;
  return false;
}

/** Cuts a value that nobody else holds yet. */
function cut(value: Json, levels: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return `[Cut here: nested more than ${deepest} levels deep]`;
  const fields = value as { [key: string]: Json };
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    // Only values of a parser: "__proto__" is a field as any other.
    if (typeof field === "object" && field !== null && levels === 1)
      Object.defineProperty(fields, key, { value: cut(field, 0) });
    else if (typeof field === "object") cut(field, levels - 1);
  }
  return value;
}
