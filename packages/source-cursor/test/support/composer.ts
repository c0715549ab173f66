import type { Diagnostic, JsonObject, Message, Part, Session } from "@chatexport/core";
import type { ReadContext } from "../../src/locate/contexts.js";
import { readComposer } from "../../src/parse/composer/read-composer.js";
import { rowsOf } from "./rows.js";

/** The id of the composer that the tests read. */
const composerId = "c1";

/** A context that collects what is reported, and reads the given files. */
export function contextWith(
  diagnostics: Diagnostic[] = [],
  files: Record<string, Uint8Array> = {},
): ReadContext {
  return {
    report: (diagnostic) => diagnostics.push(diagnostic),
    signal: new AbortController().signal,
    databases: {
      open: () => {
        throw new Error("no database is needed");
      },
      renew: () => {},
      close: () => {},
    },
    files: { read: (path) => files[path] ?? { missing: "not found" } },
  };
}

/** Bubbles as rows of the composer, by id; in the order in which they were written. */
export function bubbleRows(bubbles: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(bubbles).map(([id, bubble]) => [`bubbleId:${composerId}:${id}`, bubble]),
  );
}

/** Reads a composer whose bubbles lie in rows, with what was reported. */
export function readRows(
  data: JsonObject,
  rows: Record<string, unknown>,
  files?: Record<string, Uint8Array>,
): { session: Session; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const origin = { path: "/home/mira/state.vscdb", at: `composerData:${composerId}` };
  const source = { id: composerId, data, format: "cursor/bubbles" as const, origin };
  const table = rowsOf({ [`composerData:${composerId}`]: data, ...rows });
  const session = readComposer({ ...source, rows: table }, contextWith(diagnostics, files));
  return { session, diagnostics };
}

/** Reads a composer whose bubbles lie inside it. */
export function readInline(data: JsonObject, files?: Record<string, Uint8Array>): Session {
  const origin = { path: "/home/mira/ws/state.vscdb", at: "composer.composerData" };
  return readComposer(
    { id: composerId, data, format: "cursor/inline", origin },
    contextWith([], files),
  );
}

/** The parts of the only message of a conversation of one bubble. */
export function partsOf(bubble: JsonObject, data: JsonObject = {}): Part[] {
  const session = readInline({ ...data, conversation: [bubble] });
  return session.messages[0]?.parts ?? [];
}

/** The texts of a line, in order. */
export function textsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}
