import { type JsonObject, schemaVersion } from "@chatexport/core";
import { wrongHeaderField, wrongMessageField } from "@chatexport/core/fields";
import { listOf, numberOf, objectOf } from "@chatexport/core/read";

/** The shape of a line of the type "session". */
type SessionLine =
  | { kind: "session"; depth: number; header: JsonObject }
  | { kind: "newer" | "malformed"; depth: number }
  /** It has no version, so it is not ours. */
  | { kind: "foreign" };

/** Checks a line of the type "session" for what every reader of a session relies on. */
export function sessionLineOf(record: JsonObject): SessionLine {
  const depth = record.depth === undefined ? 0 : depthOf(record.depth);
  const version = numberOf(record.schemaVersion);
  if (version === undefined) return depth ? { kind: "malformed", depth } : { kind: "foreign" };
  if (version > schemaVersion) return { kind: "newer", depth: depth ?? 0 };
  const header = objectOf(record.session);
  return header && depth !== undefined && wrongHeaderField(header) === undefined
    ? { kind: "session", depth, header }
    : { kind: "malformed", depth: depth ?? 0 };
}

/** True when a value has what every reader of a message relies on. */
export function isMessage(value: unknown): value is JsonObject {
  return isShallow(objectOf(value)?.parts, 0) && wrongMessageField(value) === undefined;
}

// Results hold parts, too. No tool nests them deeper than a few levels, and no reader could.
const deepestParts = 100;

function isShallow(parts: unknown, depth: number): boolean {
  return (
    depth < deepestParts &&
    (listOf(parts) ?? []).every((part) =>
      isShallow(objectOf(objectOf(part)?.result)?.content, depth + 1),
    )
  );
}

function depthOf(value: unknown): number | undefined {
  const depth = numberOf(value);
  return depth !== undefined && Number.isInteger(depth) && depth >= 0 ? depth : undefined;
}

/*
 * Tells what a line is from its beginning alone, so that finding sessions parses no messages. Blanks
 * between tokens and keys in alphabetical order are what other programs make of our lines. The
 * beginning is given as Latin-1: all that counts in it is ASCII.
 */

/** The number of bytes of a line that tell if it begins like the line of a session. */
export const beginningLength = 256;

/** True when a line begins like the line of a session; whether it is one is told by parsing it. */
export function beginsLikeSession(beginning: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"(?:type"\s*:\s*"session"|(?:depth|schemaVersion|session)"\s*:)/.test(
    beginning,
  );
}

/** True when a line that is damaged further on was the line of a session of ours. */
export function beginsLikeOurSession(beginning: string): boolean {
  return /^\s*\{\s*"type"\s*:\s*"session"\s*,\s*"schemaVersion"\s*:\s*\d/.test(beginning);
}

/** True when a line that is damaged further on was the line of a sub-agent. */
export function beginsLikeSubagent(beginning: string): boolean {
  return /^\s*\{\s*(?:"type"\s*:\s*"session"\s*,\s*"schemaVersion"\s*:\s*\d+\s*,\s*)?"depth"\s*:\s*[1-9]/.test(
    beginning,
  );
}

/** True when a line begins like a message or an end of ours: those of others have other keys there. */
export function beginsLikeBody(beginning: string): boolean {
  return (
    /^\s*\{\s*"type"\s*:\s*"message"\s*,\s*(?:"branch"\s*:\s*"[^"]*"\s*,\s*)?"message"\s*:\s*\{\s*"id"\s*:/.test(
      beginning,
    ) || /^\s*\{\s*"type"\s*:\s*"end"\s*,\s*"messages"\s*:\s*\d/.test(beginning)
  );
}

/** The dialect in which a line is that begins a file in the shape of another program. */
export function dialectAt(beginning: string): string | undefined {
  if (/^\{\s*"type"\s*:\s*"session"\s*,\s*"harness"\s*:/.test(beginning)) return "session-trace";
  if (/^\{\s*"resourceSpans"\s*:\s*\[/.test(beginning)) return "otlp";
  if (/^\{\s*"schema_version"\s*:\s*"ATIF-/.test(beginning)) return "atif";
  // In a text the quotes would be escaped.
  const first = /[{,]\s*"messages"\s*:\s*\[\s*\{\s*"(role|id)"\s*:/.exec(beginning)?.[1];
  if (!beginning.startsWith("{") || !first) return undefined;
  return first === "role" ? "openai" : "ai-sdk";
}
