import {
  allMessages,
  type Context,
  type JsonObject,
  type Message,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { objectOf, readJsonLines, type TallyCounter, textOf, utcTime } from "@chatexport/core/read";
import { unreadableTwin } from "../diagnostics.js";
import type { Original } from "../head/locator.js";
import { countedRecords } from "../parse/read-transcript.js";
import { turnKind } from "../parse/turn-rules.js";
import { hasNewCopies, isUuid } from "../records/records.js";

/** Counts the records of transcripts that another one has as well. */
export async function countCopies(
  paths: readonly string[],
  tally: TallyCounter,
  context: Context,
): Promise<void> {
  for (const path of paths)
    try {
      for await (const _ of countedRecords(path, tally, context)) tally.skip("copy");
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableTwin(path, "copy", cause));
    }
}

/**
 * Marks the messages that another session has as well, which is where they come from: of several
 * the oldest one. A message keeps what its own record says about it.
 */
export async function markCopied(
  session: Session,
  originals: readonly Original[],
  context: Context,
): Promise<void> {
  const unmarked = new Map<string, Message>();
  for (const each of originals.length > 0 ? withSubagents(session) : [])
    for (const message of allMessages(each))
      if (!message.copiedFrom && isUuid(message.id)) unmarked.set(message.id, message);

  for (const { id, path } of originals) {
    // Of two files of one id only one keeps it; a session is never said to be copied from itself.
    if (id === session.id) continue;
    const turns = new OriginalTurns();
    try {
      for await (const batch of readJsonLines(path, context))
        for (const line of batch) {
          if (!("record" in line)) continue;
          turns.add(line.record);
          const message = unmarked.get(textOf(line.record.uuid) ?? "");
          if (!message || !isSame(message, line.record)) continue;
          message.copiedFrom = { sessionId: id, messageId: message.id };
          unmarked.delete(message.id);
        }
      turns.mark(session.messages, id);
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableTwin(path, "original", cause));
    }
  }
}

/**
 * The turns of an original by the ids of their responses. Where copies have new times, and even new
 * uuids, these ids alone are the same, and the records before a response belong to it.
 */
class OriginalTurns {
  readonly #turns = new Map<string, { uuid: string; prompts: string[] }>();
  #prompts: string[] = [];

  add(record: JsonObject): void {
    const { type, version, uuid } = record;
    if (!isUuid(uuid) || !hasNewCopies(version)) return;
    if (turnKind(record) === "prompt") this.#prompts.push(uuid);
    const response = type === "assistant" ? textOf(objectOf(record.message)?.id) : undefined;
    if (response === undefined || this.#turns.has(response)) return;
    this.#turns.set(response, { uuid, prompts: this.#prompts });
    this.#prompts = [];
  }

  /** Marks the messages that are here as well. */
  mark(messages: readonly Message[], sessionId: string): void {
    let prompts: Message[] = [];
    for (const message of this.#turns.size > 0 ? messages : []) {
      if (message.role === "user") prompts.push(message);
      if (message.role !== "assistant") continue;
      const turn = this.#turns.get(message.responseId ?? "");
      if (turn) {
        message.copiedFrom ??= { sessionId, messageId: turn.uuid };
        for (const [index, messageId] of turn.prompts.entries()) {
          const prompt = prompts.at(index - turn.prompts.length);
          if (prompt) prompt.copiedFrom ??= { sessionId, messageId };
        }
      }
      prompts = [];
    }
  }
}

/** Besides the uuid, the time is the same; a copy that 1.0.56 made of a response has a new one. */
function isSame({ createdAt, responseId }: Message, { timestamp, message }: JsonObject): boolean {
  if (responseId !== undefined) return responseId === textOf(objectOf(message)?.id);
  return createdAt !== undefined && createdAt === utcTime(timestamp);
}
