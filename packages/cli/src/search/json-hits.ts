import { present } from "@chatexport/core";
import { jsonLine } from "../json-text.js";
import type { Excerpt } from "./excerpt.js";
import type { FoundSession } from "./search-sessions.js";
import type { SessionPart } from "./session-parts.js";

/** The hits of a session for programs: a line of JSON for each. */
export function* jsonHits(found: FoundSession): Generator<string> {
  for (const { part, lines } of found.parts)
    for (const line of lines) yield `${jsonLine(hitOf(found, part, line))}\n`;
}

function hitOf({ ref, session }: FoundSession, part: SessionPart, line: Excerpt): object {
  const { message, role, call, subagent, branch } = part;
  const { text, matches, count } = line;
  return present({
    session: ref.id,
    source: ref.source,
    project: session.project?.name,
    title: session.title,
    messageId: message?.id,
    time: message?.createdAt,
    role,
    in: part.in,
    tool: call && { kind: call.kind, name: call.name },
    subagent: subagent?.id,
    branch: branch?.id,
    text,
    matches,
    count,
  });
}
