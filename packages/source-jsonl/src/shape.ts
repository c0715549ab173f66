import {
  isTally,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  schemaVersion,
  stringOf,
} from "@chatexport/core";

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
  return header && depth !== undefined && isHeader(header)
    ? { kind: "session", depth, header }
    : { kind: "malformed", depth: depth ?? 0 };
}

/** Whether a value has what every reader of a message relies on. */
export function isMessage(value: unknown): value is JsonObject {
  const message = objectOf(value);
  return (
    typeof message?.id === "string" &&
    typeof message.role === "string" &&
    roles.has(message.role) &&
    isParts(message.parts, 0)
  );
}

const roles: ReadonlySet<string> = new Set(["user", "assistant", "system"]);

// Results hold parts, too. No tool nests them deeper than a few levels, and no reader could.
const deepestParts = 100;

function isParts(value: unknown, depth: number): boolean {
  const parts = listOf(value);
  return depth < deepestParts && parts !== undefined && parts.every((part) => isPart(part, depth));
}

function isPart(value: unknown, depth: number): boolean {
  const part = objectOf(value);
  if (typeof part?.type !== "string") return false;
  if (part.type !== "tool-call" && part.type !== "tool-result") return true;
  return part.result === undefined || isParts(objectOf(part.result)?.content, depth + 1);
}

function isHeader({ id, source, format, records, origin, branches }: JsonObject): boolean {
  return (
    [id, source, format].every((name) => typeof name === "string") &&
    isTally(records) &&
    objectOf(origin) !== undefined &&
    (branches === undefined || listOf(branches)?.every(isBranch) === true)
  );
}

function isBranch(value: unknown): boolean {
  return stringOf(objectOf(value)?.id) !== undefined;
}

function depthOf(value: unknown): number | undefined {
  const depth = numberOf(value);
  return depth !== undefined && Number.isInteger(depth) && depth >= 0 ? depth : undefined;
}
