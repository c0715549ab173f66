import {
  type Feature,
  type Message,
  nonEmpty,
  type Session,
  type SinkContext,
  withSubagents,
} from "@chatexport/core";
import { sessionLine, sessionWithoutMessages } from "../../session-line.js";
import type { Dialect } from "../dialect.js";
import { partsOf } from "./parts.js";
import { uiPart } from "./ui-part.js";

/**
 * Messages as the AI SDK shows them (UIMessage), a line for each session and each of its sub-agents.
 * What the SDK has no part for is a part of data, which an application shows or leaves out.
 */
export const aiSdk: Dialect = {
  keeps: new Set<Feature>([
    "reasoning",
    "tool-input",
    "tool-output",
    "files",
    "edits",
    "subagents",
    "usage",
    "unknown",
  ]),
  render: chats,
};

function* chats(session: Session, context: Pick<SinkContext, "report">): Generator<string> {
  for (const each of withSubagents(session)) yield* chat(each, context);
}

function* chat(session: Session, context: Pick<SinkContext, "report">): Generator<string> {
  const { id, title, source, cwd, project, git, model, usage, parent } = session;
  const { startedAt, updatedAt, attachments = [] } = session;
  const isWritten = yield* sessionLine(uiMessages(session), {
    before: { id, title },
    after: {
      metadata: { source, startedAt, updatedAt, cwd, project, git, model, usage, parent },
      attachments: nonEmpty(attachments.map(uiPart)),
    },
  });
  if (!isWritten) context.report(sessionWithoutMessages(session));
}

function* uiMessages({ messages }: Session): Generator<object> {
  for (const message of messages) {
    const parts = [...partsOf(message)];
    // What a tool wrote in a user's name is not shown as the user's words.
    const role = message.synthetic ? "system" : message.role;
    // An answer may be empty and still have cost something; of nobody else would the SDK take it.
    if (parts.length > 0 || role === "assistant") yield uiMessage({ ...message, role }, parts);
  }
}

function uiMessage(message: Message, parts: object[]): object {
  const { id, createdAt, createdAtFrom, model, mode, cwd, usage, stopReason } = message;
  const { synthetic, copiedFrom } = message;
  return {
    id,
    role: message.role,
    metadata: {
      createdAt,
      createdAtFrom,
      model,
      mode,
      cwd,
      usage,
      stopReason,
      synthetic,
      copiedFrom,
    },
    parts,
  };
}
