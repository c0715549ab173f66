import { closeSync, openSync, readSync } from "node:fs";
import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";

/** A session of the web as it was saved: `{"loglines": […]}` with records as in a transcript. */
export interface WebFile {
  /** The records, of which nothing is certain yet. */
  loglines: Json[];
  /** What else the file holds. */
  rest: JsonObject;
}

/** Whether a file holds a saved session of the web, from its first 4 KiB. Never throws. */
export function isWebSession(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(4096);
      const text = head.toString("utf8", 0, readSync(file, head));
      return /^\uFEFF?\s*\{\s*"loglines"\s*:/.test(text);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** The saved session that a text holds, or undefined when it holds none. */
export function parseWebSession(text: string): WebFile | undefined {
  try {
    const { loglines, ...rest } = objectOf(JSON.parse(text.replace(/^\uFEFF/, ""))) ?? {};
    const list = listOf(loglines);
    return list && { loglines: list, rest };
  } catch {
    return undefined;
  }
}
