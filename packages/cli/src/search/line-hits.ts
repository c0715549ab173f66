import { safeLine } from "@chatexport/core";
import { labelOf, minuteOf, placesOf } from "./labels.js";
import type { FoundSession } from "./search-sessions.js";
import type { SessionPart } from "./session-parts.js";

/**
 * The hits of a session for tools that work on lines: date, time, id, who said it and project, each
 * without a space in it, then the line in which it stands.
 */
export function* lineHits({ session, parts }: FoundSession, shortId: string): Generator<string> {
  const project = word(session.project?.name ?? "-");
  for (const { part, lines } of parts) {
    const before = [minuteOf(part) ?? "- -", shortId, speaker(part), project].join(" ");
    for (const { text } of lines) yield `${before} ${safeLine(text)}\n`;
  }
}

/** "assistant", "tool:Bash", "sub-agent/tool:Bash". */
function speaker(part: SessionPart): string {
  const label = labelOf(part);
  const who = part.call ? `tool:${word(label)}` : label;
  return [...placesOf(part), who].join("/");
}

function word(text: string): string {
  return safeLine(text).replaceAll(" ", "_") || "-";
}
