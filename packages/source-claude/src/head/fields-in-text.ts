import type { JsonObject } from "@chatexport/core";
import { jsonLinesOf, textOf, utcTime } from "@chatexport/core/read";
import { linesFromEnd } from "../files/file-ends.js";

/** The record of a line, or the first one that a damaged line holds. */
export function recordOf(line: string): JsonObject | undefined {
  for (const found of jsonLinesOf([line], false)) if ("record" in found) return found.record;
  return undefined;
}

/* A quote inside a JSON string is escaped, so these find keys of records, never text in them. */

/** The text in the first field of a name. */
export function field(text: string, name: string): string | undefined {
  const literal = new RegExp(`"${name}": ?("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
  return literal && textOf(recordOf(`{"value":${literal}}`)?.value);
}

/** The text in the last field of a name. */
export function lastField(piece: Buffer, name: string): string | undefined {
  const at = piece.lastIndexOf(`"${name}":`);
  return at === -1 ? undefined : field(piece.toString("utf8", at, at + 1024), name);
}

/** The working directories that pieces of a file name, but for the first one. */
export function furtherFolders(pieces: readonly Buffer[], cwd: string | undefined): string[] {
  const literals = pieces.flatMap((piece) =>
    Array.from(piece.toString("latin1").matchAll(/"cwd": ?"(?:[^"\\]|\\.)*"/g), String),
  );
  const folders = [...new Set(literals)].flatMap((literal) => {
    const { cwd } = recordOf(`{${Buffer.from(literal, "latin1")}}`) ?? {};
    return textOf(cwd) ?? [];
  });
  return folders.filter((folder) => folder !== cwd);
}

/** The last record that has a time. */
export function lastTimed(piece: Buffer): JsonObject | undefined {
  for (const line of linesFromEnd(piece)) {
    const record = recordOf(line);
    if (record && utcTime(record.timestamp)) return record;
  }
  return undefined;
}

/** The id that the server gave the first response. */
export function firstResponse(head: Buffer): string | undefined {
  return /"id": ?"(msg_[\w-]{1,100})"/.exec(head.toString("latin1"))?.[1];
}
