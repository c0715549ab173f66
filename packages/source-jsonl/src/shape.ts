import { type JsonObject, schemaVersion } from "@chatexport/core";
import { wrongHeaderField, wrongMessageField } from "@chatexport/core/fields";
import { listOf, numberOf, objectOf } from "@chatexport/core/read";

/** What a line of the type "session" is. */
export type SessionLine =
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

/** Whether a value has what every reader of a message relies on. */
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
