import type { JsonObject } from "@chatexport/core";
import { parseLine } from "@chatexport/core/read";
import { beginsLikeOurSession, beginsLikeSubagent } from "./line-beginnings.js";
import type { SessionText } from "./session-lines.js";
import { sessionLineOf } from "./shape.js";

/** What a line is that begins like the line of a session. */
export type SessionStart =
  | { kind: "session"; header: JsonObject }
  /** A session that cannot be listed. */
  | { kind: "newer" | "malformed" | "truncated" }
  /** The line of a session of another program. */
  | { kind: "foreign" }
  /** Belongs to the session before it: a sub-agent, damaged or not. */
  | { kind: "subagent" }
  /** It only begins like one. */
  | { kind: "other" };

/** Parses a line that begins like the line of a session. */
export function sessionStart({ text, line, ended }: SessionText): SessionStart {
  const content = line === 1 && text.startsWith("\ufeff") ? text.slice(1) : text;
  const record = parseLine(content);
  if (typeof record !== "object") {
    if (beginsLikeSubagent(content)) return { kind: "subagent" };
    if (!beginsLikeOurSession(content)) return { kind: "other" };
    return { kind: ended ? "malformed" : "truncated" };
  }
  if (record.type !== "session") return { kind: "other" };
  const found = sessionLineOf(record);
  if (found.kind === "foreign") return found;
  if (found.depth > 0) return { kind: "subagent" };
  return found.kind === "session" ? found : { kind: found.kind };
}
