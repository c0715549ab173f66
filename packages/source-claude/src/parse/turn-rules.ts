import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import { planPrompt } from "../head/head.js";
import { isLocalCommand } from "../records/commands.js";
import { isCompactionSummary } from "../records/compaction-summary.js";
import { isAutomated, userText, type Writer, writerOf } from "../records/injected-text.js";
import { textsOf } from "../records/prompts.js";

/**
 * A turn that the conversation can fork at: the words of a person, or one response of the model.
 */
export type TurnKind = "prompt" | "response";

/** The kind of turn that a record is, or a part of; undefined for every record between turns. */
export function turnKind(record: JsonObject): TurnKind | undefined {
  if (record.type === "assistant") return "response";
  const writer = writerOf(record);
  if (record.type !== "user" || writer === "tool" || isAutomated(record)) return undefined;
  return isPrompt(objectOf(record.message)?.content, writer) ? "prompt" : undefined;
}

function isPrompt(content: unknown, writer: Writer): boolean {
  if (typeof content === "string") return isHuman(content, writer);
  const blocks = listOf(content) ?? [];
  if (blocks.some((block) => objectOf(block)?.type === "tool_result")) return false;
  return blocks.some((block) => {
    if (typeof block === "string") return isHuman(block, writer);
    const { type, text } = objectOf(block) ?? {};
    return (
      type === "image" || type === "document" || (typeof text === "string" && isHuman(text, writer))
    );
  });
}

function isHuman(text: string, writer: Writer): boolean {
  if (isCompactionSummary(text, writer)) return false;
  if (writer !== "person" && isLocalCommand(text)) return false;
  return userText(text, writer).some(
    (part) => part.type === "text" && part.synthetic === undefined,
  );
}

/**
 * True when a prompt hands over the plan that the answer before it asked to carry out: 2.1.15 to 2.1.19
 * cleared the context for it and went on in the same file, with a prompt that has no parent.
 */
export function handsOverPlan(prompt: JsonObject, answer: JsonObject | undefined): boolean {
  const [text] = textsOf(objectOf(prompt.message)?.content);
  if (!text?.startsWith(planPrompt)) return false;
  const blocks = objectsOf(objectOf(answer?.message)?.content);
  return blocks.some(({ type, name }) => type === "tool_use" && name === "ExitPlanMode");
}

/** All fragments of a response share an id, unless the writer gave none. */
export function responseIdOf(record: JsonObject): string | undefined {
  return textOf(objectOf(record.message)?.id) ?? textOf(record.requestId);
}

/*
 * Since 2.1.2xx the tool takes answers back: when a model refused in the middle of one and another
 * model answered instead, and when one answer supersedes another.
 */

/** The uuids of the records that a record takes back. The prompt that was refused stays. */
export function retractedUuids(record: JsonObject): string[] {
  // A record that takes itself back would only be hidden.
  const stays = [record.refusedUserMessageUuid, record.uuid];
  return (retractedBy(record) ?? []).flatMap((uuid) =>
    stays.includes(uuid) ? [] : (textOf(uuid) ?? []),
  );
}

/** The uuids in a record that takes others back. */
export function retractedBy(record: JsonObject): Json[] | undefined {
  if (record.type === "assistant") return listOf(record.supersedesUuids);
  return record.type === "system" ? listOf(record.retractedMessageUuids) : undefined;
}

/**
 * The messages that a compaction kept as they are (2.1.112 and later). They are not written again,
 * so the record after the compaction can name one before it: this is no way back to it.
 */
export class KeptTail<Position> {
  #uuids: ReadonlySet<string> = new Set();
  /** The boundary, or what was written after it. */
  #end: Position | undefined;

  /** The place where a record that names a kept message goes on. */
  get(uuid: string): Position | undefined {
    return this.#end !== undefined && this.#uuids.has(uuid) ? this.#end : undefined;
  }

  /** Takes note of a record and its position; the first turn ends what a boundary began. */
  follow(record: JsonObject, position: Position, isTurn: boolean): void {
    if (isBoundary(record)) {
      this.#uuids = keptEnds(record);
      this.#end = position;
    } else if (isTurn) this.#end = undefined;
    else if (this.#end !== undefined) this.#end = position;
  }
}

/** True when a record is where the conversation was summed up. */
export function isBoundary({ type, subtype }: JsonObject): boolean {
  return type === "system" && subtype === "compact_boundary";
}

/**
 * True when a boundary sums up a part of the conversation, as `/rewind` offers it: then its link names the
 * record between this part and the other one, and not the last one before it.
 */
export function isPartial({ compactMetadata }: JsonObject): boolean {
  const { direction, messagesSummarized } = objectOf(compactMetadata) ?? {};
  return textOf(direction) !== undefined || messagesSummarized !== undefined;
}

/**
 * The last message that a boundary says was kept, by each of the ways in which it does: the next record
 * may name it. One that names an earlier message is a rewind.
 */
export function keptEnds({ compactMetadata }: JsonObject): ReadonlySet<string> {
  const metadata = objectOf(compactMetadata);
  const messages = objectOf(metadata?.preservedMessages);
  const ends = [
    objectOf(metadata?.preservedSegment)?.tailUuid,
    listOf(messages?.uuids)?.at(-1),
    listOf(messages?.allUuids)?.at(-1),
  ];
  return new Set(ends.flatMap((uuid) => textOf(uuid) ?? []));
}
