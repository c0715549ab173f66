import { jsonText, type Session, type SinkContext, withSubagents } from "@chatexport/core";
import { sessionWithoutMessages } from "./diagnostics.js";

/** A line of a session: its messages, and the fields before and after; undefined ones are left out. */
export interface SessionLine {
  before: object;
  messages: Iterable<object>;
  after: object;
}

/**
 * The lines `{…, "messages": […], …}` of a session and each of its sub-agents, message by message.
 * Every reader of such a line relies on a message: a session without any is reported instead.
 */
export function* sessionLines(
  session: Session,
  { report }: Pick<SinkContext, "report">,
  lineOf: (session: Session) => SessionLine,
): Generator<string> {
  for (const each of withSubagents(session)) {
    const { before, messages, after } = lineOf(each);
    let isEmpty = true;
    for (const message of messages) {
      yield isEmpty ? `${jsonText(before).slice(0, -1)},"messages":[` : ",";
      yield jsonText(message);
      isEmpty = false;
    }
    if (isEmpty) report(sessionWithoutMessages(each));
    else yield `],${jsonText(after).slice(1)}\n`;
  }
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
