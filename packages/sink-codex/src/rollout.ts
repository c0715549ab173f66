import type { Message, Session } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import {
  type Block,
  type Changes,
  fileBlocks,
  type Scope,
  type Turn,
  textBlocks,
  turnsOf,
} from "@chatexport/core/turns";
import { callItem, imagesIn, inputParts, outputItem, textIn } from "./items.js";
import { RolloutLines, type SpawnedBy } from "./rollout-lines.js";

/** The lines of a rollout, made one after the other; of that of a sub-agent, when another session started it. */
export function* rolloutLines(session: Session, scope: Scope, by?: SpawnedBy): Generator<object> {
  const lines = new RolloutLines(session);
  yield lines.first(session, by);
  for (const message of session.messages)
    for (const turn of turnsOf(message, scope)) yield* turnLines(turn, message, lines, scope);
  // Last, so that no compaction hides them.
  for (const file of session.attachments ?? [])
    yield* turnLines({ type: "meta", blocks: fileBlocks(file, scope.changes) }, {}, lines, scope);
}

function* turnLines(
  turn: Turn,
  { createdAt }: Pick<Message, "createdAt">,
  lines: RolloutLines,
  { changes }: Pick<Scope, "changes">,
): Generator<object> {
  switch (turn.type) {
    case "prompt":
    case "meta": {
      const isTyped = turn.type === "prompt";
      const content = inputParts(turn.blocks, changes);
      if (content.length === 0) return;
      const role = isTyped ? "user" : "developer";
      yield lines.item(createdAt, { type: "message", role, content });
      if (isTyped)
        yield lines.event({
          type: "user_message",
          message: textIn(turn.blocks),
          images: imagesIn(turn.blocks),
        });
      break;
    }
    case "answer":
      yield* answerLines(turn, createdAt, lines, changes);
      break;
    case "notice": {
      const { text, level } = turn.notice;
      yield lines.event({ type: noticeTypes[level], message: text.toWellFormed() });
      break;
    }
    case "compaction": {
      const { summary } = turn.compaction;
      if (!summary?.trim()) {
        changes.add("compactions", "leftOut");
        return;
      }
      const content = inputParts(textBlocks(summary), changes);
      const history = [{ type: "message", role: "user", content }];
      yield lines.compacted(createdAt, summary.toWellFormed(), history);
      break;
    }
    default:
      turn satisfies never;
  }
}

/** Events that say something to the user alone. */
const noticeTypes = { error: "error", warning: "warning", info: "background_event" } as const;

function* answerLines(
  { blocks, results, completedAt }: Extract<Turn, { type: "answer" }>,
  createdAt: string | undefined,
  lines: RolloutLines,
  changes: Changes,
): Generator<object> {
  const patches = new Set<string>();
  for (const block of blocks) {
    const text = textOf(block.text);
    if (block.type === "text" && text !== undefined) {
      const content = [{ type: "output_text", text }];
      yield lines.item(createdAt, { type: "message", role: "assistant", content });
      yield lines.event({ type: "agent_message", message: text });
    } else if (block.type === "tool_use") {
      const item = callItem(block);
      if (item.type === "custom_tool_call") patches.add(idOf(block.id));
      yield lines.item(createdAt, item);
    }
  }
  for (const result of results) {
    const isPatch = patches.has(idOf(result.tool_use_id));
    yield lines.item(completedAt ?? createdAt, outputItem(result, isPatch, changes));
  }
}

function idOf(id: Block[string] | undefined): string {
  return textOf(id) ?? "";
}
