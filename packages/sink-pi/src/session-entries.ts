import type { Branch, JsonObject, Message, Session } from "@chatexport/core";
import { groupBy, objectOf, textOf } from "@chatexport/core/read";
import {
  type Block,
  blocksIn,
  type Changes,
  fileBlocks,
  type Scope,
  type Turn,
  textBlocks,
  turnsOf,
} from "@chatexport/core/turns";
import { Entries } from "./entries.js";

/** The type of entries that pi itself would not write. */
const ownType = "chatexport";

/** The lines of a session of pi: its header, then a tree of entries, whose last one is where it goes on. */
export function* sessionEntries(session: Session, scope: Scope): Generator<object> {
  const entries = new Entries(session);
  const { messages, branches = [], title, titleFrom } = session;
  yield entries.header();
  const ends = new Map<string, string | null>();
  yield* lineEntries(messages, ends, entries, scope);
  for (const file of session.attachments ?? [])
    yield* turnEntries(
      { type: "meta", blocks: fileBlocks(file, scope.changes) },
      {},
      entries,
      scope,
    );
  const { last } = entries;
  for (const { forkedFrom = "", messages } of inOrder(branches, session.messages)) {
    entries.last = ends.get(forkedFrom) ?? null;
    yield* lineEntries(messages, ends, entries, scope);
  }
  entries.last = last;
  const name = titleFrom === "first-message" ? undefined : title?.trim();
  if (name) yield entries.entry("session_info", undefined, () => ({ name: name.toWellFormed() }));
  // After the last branch, it leads back to the line that goes on.
  else if (branches.length > 0)
    yield entries.entry("custom", undefined, () => ({ customType: ownType, data: null }));
}

/** Branches, each after the one that it leaves; those that leave no message come last. */
function inOrder(branches: readonly Branch[], active: readonly Message[]): Iterable<Branch> {
  const forks = groupBy(branches, ({ forkedFrom = "" }) => forkedFrom);
  const leaving = (messages: readonly Message[]) =>
    messages.flatMap(({ id }) => forks.get(id) ?? []);
  const ordered = new Set(leaving(active));
  // Those that are added meanwhile have their turn, too.
  for (const { messages } of ordered) for (const branch of leaving(messages)) ordered.add(branch);
  return new Set([...ordered, ...branches]);
}

/** The messages of a line; `ends` gets the entry with which each ends. */
function* lineEntries(
  messages: readonly Message[],
  ends: Map<string, string | null>,
  entries: Entries,
  scope: Scope,
): Generator<object> {
  for (const message of messages) {
    for (const turn of turnsOf(message, scope)) yield* turnEntries(turn, message, entries, scope);
    ends.set(message.id, entries.last);
  }
}

function* turnEntries(
  turn: Turn,
  { createdAt, model, provider }: Partial<Message>,
  entries: Entries,
  { changes, session }: Pick<Scope, "changes" | "session">,
): Generator<object> {
  switch (turn.type) {
    case "prompt":
    case "meta": {
      const content = contentOf(turn.blocks, changes);
      if (content.length === 0) return;
      // What a person did not write is for the model, and pi shows it apart.
      yield turn.type === "prompt"
        ? entries.message(createdAt, { role: "user", content })
        : entries.entry("custom_message", createdAt, () => ({
            ...{ customType: ownType, content, display: true },
          }));
      break;
    }
    case "answer": {
      const calls = new Map<unknown, string>();
      const content = turn.blocks.flatMap((block) => answerBlock(block, calls));
      yield entries.message(createdAt, {
        ...{ role: "assistant", content, api: ownType, provider: provider ?? ownType },
        ...{ model: model ?? session.model ?? "unknown", usage },
        stopReason: calls.size > 0 ? "toolUse" : "stop",
      });
      for (const { tool_use_id = "", content = "", is_error = false } of turn.results)
        yield entries.message(turn.completedAt ?? createdAt, {
          ...{
            role: "toolResult",
            toolCallId: tool_use_id,
            toolName: calls.get(tool_use_id) ?? "",
          },
          ...{ content: contentOf(blocksIn(content), changes), isError: is_error },
        });
      break;
    }
    case "notice": {
      const { text, level } = turn.notice;
      const data = { level, text: text.toWellFormed() };
      yield entries.entry("custom", createdAt, () => ({ customType: ownType, data }));
      break;
    }
    case "compaction": {
      const { summary, tokensBefore = 0 } = turn.compaction;
      if (summary?.trim())
        yield entries.entry("compaction", createdAt, (id) => ({
          // It keeps nothing of what was before.
          ...{ summary: summary.toWellFormed(), firstKeptEntryId: id, tokensBefore },
        }));
      else changes.add("compactions", "leftOut");
      break;
    }
    default:
      turn satisfies never;
  }
}

/** No tokens were counted: then pi estimates how full the context is. */
const usage = {
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** A block of an answer; the calls among them are collected. */
function answerBlock(block: Block, calls: Map<unknown, string>): JsonObject[] {
  if (block.type !== "tool_use") return [block];
  const { id = "", name = "", input = {} } = block;
  calls.set(id, textOf(name) ?? "");
  return [{ type: "toolCall", id, name, arguments: input }];
}

/** Texts and images as pi has them; a document is named, which counts as a change. */
function contentOf(blocks: readonly Block[], changes: Changes): JsonObject[] {
  return blocks.flatMap((block): JsonObject[] => {
    const { media_type = "", data = "" } = objectOf(block.source) ?? {};
    if (block.type === "image") return [{ type: "image", data, mimeType: media_type }];
    const text = textOf(block.text);
    if (text === undefined) changes.add("files", "text");
    return textBlocks(text ?? "[a document that pi cannot be sent]");
  });
}
