import { defined, type JsonObject, type Message, type Session } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import {
  type Block,
  blocksIn,
  type Changes,
  fileBlocks,
  type Scope,
  type Turn,
  turnsOf,
} from "@chatexport/core/turns";
import { Events } from "./events.js";

/** The events of a session of Copilot CLI (1.0.102). */
export function* sessionEvents(session: Session, scope: Scope): Generator<object> {
  const events = new Events(session);
  yield events.start();
  for (const message of session.messages)
    for (const turn of turnsOf(message, scope)) yield* turnEvents(turn, message, events, scope);
  for (const file of session.attachments ?? []) {
    const blocks = fileBlocks(file, scope.changes);
    yield* turnEvents({ type: "meta", blocks }, {}, events, scope);
  }
}

function* turnEvents(
  turn: Turn,
  { createdAt, model }: Partial<Message>,
  events: Events,
  { session, changes }: Scope,
): Generator<object> {
  switch (turn.type) {
    case "prompt":
    case "meta": {
      const { text, files } = contentOf(turn.blocks, changes);
      if (text === "" && files.length === 0) return;
      yield events.event(
        "user.message",
        createdAt,
        defined({
          content: text,
          attachments: files.length > 0 ? attached(files) : undefined,
          // What a person did not write is for the model.
          source: turn.type === "meta" ? "system" : undefined,
        }),
      );
      break;
    }
    case "answer":
      yield* answerEvents(turn, createdAt, model ?? session.model, events, changes);
      break;
    case "notice": {
      const { level, text } = turn.notice;
      const message = text.toWellFormed();
      yield events.event(`session.${level}`, createdAt, {
        [`${level}Type`]: "notification",
        message,
      });
      break;
    }
    case "compaction": {
      const summary = turn.compaction.summary?.trim();
      if (summary)
        yield events.event("session.compaction_complete", createdAt, {
          ...{ success: true, summaryContent: summary.toWellFormed() },
        });
      else changes.add("compactions", "leftOut");
      break;
    }
    default:
      turn satisfies never;
  }
}

/** A message of the model, and for each of its calls the start and the end. */
function* answerEvents(
  { blocks, results, completedAt }: Extract<Turn, { type: "answer" }>,
  createdAt: string | undefined,
  model: string | undefined,
  events: Events,
  changes: Changes,
): Generator<object> {
  const textsOf = (name: string) =>
    blocks.flatMap((block) => textOf(block[name]) ?? []).join("\n\n");
  const calls = blocks.filter(({ type }) => type === "tool_use");
  const toolRequests = calls.map(({ id = "", name = "", input = {} }) => ({
    ...{ toolCallId: id, name, arguments: input, type: "function" },
  }));
  yield events.event(
    "assistant.message",
    createdAt,
    defined({
      ...{ messageId: events.newId(), model, content: textsOf("text"), toolRequests },
      reasoningText: textsOf("thinking") || undefined,
    }),
  );
  for (const { toolCallId, name, arguments: given } of toolRequests)
    yield events.event("tool.execution_start", undefined, {
      ...{ toolCallId, toolName: name, arguments: given },
    });
  const images: JsonObject[] = [];
  for (const { tool_use_id = "", content = "", is_error } of results) {
    const { text, files } = contentOf(blocksIn(content), changes);
    images.push(...files);
    const said = text || "An image, which follows.";
    const end = is_error
      ? { success: false, error: { message: said } }
      : { success: true, result: { content: said } };
    yield events.event("tool.execution_complete", completedAt, { toolCallId: tool_use_id, ...end });
  }
  // Those of results, it does not send again.
  if (images.length > 0)
    yield events.event("user.message", undefined, {
      ...{ content: "What the tools gave back:", attachments: attached(images), source: "system" },
    });
}

/** Blocks as a text and files; a document is named, which counts as a change. */
function contentOf(
  blocks: readonly Block[],
  changes: Changes,
): { text: string; files: { mimeType: string; data: string }[] } {
  const files = blocks.flatMap(({ type, source }) => {
    const { media_type, data } = objectOf(source) ?? {};
    return type === "image"
      ? [{ mimeType: textOf(media_type) ?? "", data: textOf(data) ?? "" }]
      : [];
  });
  const texts = blocks.flatMap((block) => {
    if (block.type === "image") return [];
    const text = textOf(block.text);
    if (text === undefined) changes.add("files", "text");
    return text ?? "[a document that Copilot cannot be sent]";
  });
  return { text: texts.join("\n\n"), files };
}

function attached(files: readonly JsonObject[]): JsonObject[] {
  return files.map((file) => ({ type: "blob", ...file }));
}
