import type { Diagnostic, Session } from "@chatexport/core";
import { jsonText } from "./json-text.js";

/** What a line holds beside its messages; fields that are undefined are left out. */
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

/** Says that a session is not in the document, for it has no messages. */
export function sessionWithoutMessages({ id }: Session): Diagnostic {
  return {
    severity: "info",
    code: "session-without-messages",
    message:
      "The session has no messages that this dialect can hold, so no line was written for it.",
    session: id,
  };
}
