import type { Session } from "@chatexport/core";
import { jsonText } from "./json-text.js";

/** The fields of a line before and after its messages; undefined ones are left out. */
export interface LineFields {
  before: object;
  after: object;
}

/**
 * The line `{…, "messages": […], …}` of a session, message by message; nothing for no messages,
 * because every reader of such a line relies on one.
 */
export function* sessionLine(
  messages: Iterable<object>,
  { before, after }: LineFields,
): Generator<string, boolean> {
  let isEmpty = true;
  for (const message of messages) {
    yield isEmpty ? `${jsonText(before).slice(0, -1)},"messages":[` : ",";
    yield jsonText(message);
    isEmpty = false;
  }
  if (!isEmpty) yield `],${jsonText(after).slice(1)}\n`;
  return !isEmpty;
}

/** Facts about a session, with names in snake case. */
export function detailsOf(session: Session): object {
  const { parent } = session;
  return {
    source: session.source,
    model: session.model,
    cwd: session.cwd,
    project: session.project,
    git: session.git,
    started_at: session.startedAt,
    updated_at: session.updatedAt,
    parent: parent && {
      session_id: parent.sessionId,
      relation: parent.relation,
      tool_call_id: parent.toolCallId,
    },
  };
}
