import type { JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";

/**
 * The JSON object that begins at `start`, whatever follows it, and where it ends; undefined when it is
 * cut off or no JSON.
 */
export function objectAt(
  text: string,
  start: number,
): { object: JsonObject; end: number } | undefined {
  const end = endOfObject(text, start);
  if (end === undefined) return undefined;
  try {
    const object = objectOf(JSON.parse(text.slice(start, end)));
    return object && { object, end };
  } catch {
    return undefined;
  }
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
