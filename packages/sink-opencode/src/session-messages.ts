import type { Session } from "@chatexport/core";
import { fileBlocks, type Scope, turnsOf } from "@chatexport/core/turns";
import { Messages } from "./messages.js";

/** The session, and its messages with their parts, as `opencode export` writes them. */
export function* sessionMessages(session: Session, scope: Scope): Generator<object> {
  const own = new Messages(session, scope.changes);
  yield own.info();
  for (const message of session.messages)
    for (const turn of turnsOf(message, scope)) yield* own.turn(turn, message);
  for (const file of session.attachments ?? [])
    yield* own.turn({ type: "meta", blocks: fileBlocks(file, scope.changes) }, {});
}
