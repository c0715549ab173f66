import {
  type CompactionPart,
  type Json,
  type JsonObject,
  listOf,
  type Message,
  type NoticePart,
  numberOf,
  objectOf,
  type Part,
  present,
  type Synthetic,
  stringOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core";
import { assistantParts } from "./assistant.js";
import { attachmentContent } from "./attachments.js";
import { utcTime } from "./facts.js";
import { isCompactionSummary } from "./injected.js";
import { ownFields } from "./native.js";
import { promptParts } from "./prompts.js";
import { type Entry, skippedTypes } from "./records.js";
import { toolResult } from "./results.js";
import { systemParts } from "./system-records.js";
import type { TranscriptTools } from "./tool-records.js";
import type { PlacedEntry } from "./tree.js";
import { usageOf } from "./usage.js";

/** What the lines of a transcript share while their messages are built. */
export interface MessageContext {
  tools: TranscriptTools;
  /** Working directory of the session. */
  cwd: string | undefined;
  /** What most records repeat; see `repeatedFields`. */
  repeated: JsonObject;
  /** Records of the queue that are the only trace of a prompt. */
  lostPrompts: ReadonlySet<JsonObject>;
  tally: TallyCounter;
  /** The message of each turn of the tree. */
  turns: Map<object, Message>;
  /** Ids of messages. */
  ids: Set<string>;
  /** By the id of a response the message that counts its tokens. */
  responses: Map<string, Message>;
  /** By type the first record that is not known. */
  unknown: Map<string, Entry>;
}

/**
 * The messages of one line in reading order; every record of the line is counted in the tally.
 * `previous` is the message of another line that the first one follows.
 */
export function lineMessages(
  entries: readonly PlacedEntry[],
  previous: Message | undefined,
  context: MessageContext,
): Message[] {
  const line = new LineWriter(previous, context);
  for (const entry of entries) line.add(entry);
  return line.messages;
}

class LineWriter {
  readonly messages: Message[] = [];
  readonly #previous: Message | undefined;
  readonly #context: MessageContext;

  constructor(previous: Message | undefined, context: MessageContext) {
    this.#previous = previous;
    this.#context = context;
  }

  add(entry: PlacedEntry): void {
    const { record } = entry;
    const type = textOf(record.type) ?? "(none)";
    const reason = Object.hasOwn(skippedTypes, type) ? skippedTypes[type] : undefined;
    if (reason) this.#context.tally.skip(reason);
    else if (type === "assistant") this.#addResponse(entry);
    else if (type === "user") this.#addUser(entry);
    else if (type === "system") this.#addSystem(entry);
    else if (type === "attachment") this.#addAttachment(entry);
    else if (type === "queue-operation") this.#addQueued(entry);
    else this.#addUnknown(entry, type);
  }

  /** All fragments of a response are one message. */
  #addResponse(entry: PlacedEntry): void {
    const { record, turn } = entry;
    const { tools, turns, repeated, tally } = this.#context;
    const response = objectOf(record.message) ?? {};
    const model = textOf(response.model);
    tally.keep();
    if (record.isApiErrorMessage === true || model === "<synthetic>") {
      this.#begin(entry, "system", [pseudoResponse(record, response)]);
      return;
    }
    const parts = assistantParts(response.content, utcTime(record.timestamp), tools);
    const messageId = textOf(response.id);
    let message = turn && turns.get(turn);
    if (message) {
      message.parts.push(...parts);
      const native = ownFields(record, repeated);
      if (native) message.native = { ...message.native, ...native };
    } else message = this.#begin(entry, "assistant", parts, present({ model, messageId }));

    const stopReason = textOf(response.stop_reason);
    if (stopReason) message.stopReason = stopReason;
    const usage = usageOf(objectOf(response.usage), record.costUSD);
    if (usage) this.#responseOf(messageId ?? textOf(record.requestId), message).usage = usage;
  }

  /**
   * The message that counts the tokens of a response: each fragment repeats them, the last one is
   * right, and a response whose fragments became several messages has used them only once.
   */
  #responseOf(id: string | undefined, message: Message): Message {
    if (id === undefined) return message;
    const { responses } = this.#context;
    const first = responses.get(id) ?? message;
    responses.set(id, first);
    return first;
  }

  #addUser(entry: PlacedEntry): void {
    const { record } = entry;
    const { tally } = this.#context;
    const content = objectOf(record.message)?.content;
    const isSummary = record.isCompactSummary === true || isCompactionSummary(textIn(content));
    if (isSummary) this.#addSummary(entry, textIn(content));

    const blocks = listOf(content) ?? [];
    const results = blocks.flatMap((item) => this.#resultParts(item));
    const prompt = isSummary ? afterFirstText(blocks) : content;
    const parts = [...results, ...promptParts(prompt, record.isMeta === true)];
    if (parts.length === 0 && !isSummary && !blocks.some(isToolResult)) {
      tally.skip("empty");
      return;
    }
    tally.keep();
    if (parts.length === 0) return;
    // An interruption is noted in the name of the user, but the tool says it.
    const role = parts.every((part) => part.type === "notice") ? "system" : "user";
    this.#begin(entry, role, parts, present({ mode: textOf(record.permissionMode) }));
  }

  /** A part only for a result that no call shows. */
  #resultParts(item: Json): Part[] {
    const block = objectOf(item);
    if (!block || !isToolResult(block)) return [];
    const { calls, results } = this.#context.tools;
    const toolCallId = stringOf(block.tool_use_id) ?? "";
    if (calls.has(toolCallId) && results.get(toolCallId)?.block === block) return [];
    return [{ type: "tool-result", toolCallId, result: toolResult({ block }) }];
  }

  /** The summary belongs to the boundary before it; before 2.0.5x there was no boundary. */
  #addSummary(entry: PlacedEntry, summary: string): void {
    const last = this.messages.findLast(({ parts }) => parts[0]?.type === "compaction");
    const boundary = last?.parts[0];
    if (boundary?.type === "compaction" && boundary.summary === undefined)
      boundary.summary = summary;
    else this.#begin(entry, "system", [{ type: "compaction", summary } satisfies CompactionPart]);
  }

  #addSystem(entry: PlacedEntry): void {
    const { record } = entry;
    if (record.subtype === "turn_duration") {
      this.#addTurnDuration(entry);
      return;
    }
    const parts = systemParts(record);
    if (!parts) this.#addUnknown(entry, `system/${textOf(record.subtype) ?? "(none)"}`);
    else if (parts.length === 0) this.#context.tally.skip("empty");
    else {
      this.#context.tally.keep();
      this.#begin(entry, record.subtype === "local_command" ? "user" : "system", parts);
    }
  }

  /** How long a turn took is a fact about the response that ended it. */
  #addTurnDuration({ record }: Entry): void {
    const response = this.messages.findLast(({ role }) => role === "assistant");
    const turnDurationMs = numberOf(record.durationMs);
    if (response && turnDurationMs !== undefined) {
      response.native = { ...response.native, turnDurationMs };
      this.#context.tally.keep();
    } else this.#context.tally.skip("turn-without-response");
  }

  #addAttachment(entry: PlacedEntry): void {
    const attachment = objectOf(entry.record.attachment) ?? {};
    const content = attachmentContent(attachment);
    if (!content) {
      this.#addUnknown(entry, `attachment/${textOf(attachment.type) ?? "(none)"}`);
      return;
    }
    const { role, parts, native } = content;
    if (parts.length === 0) {
      this.#context.tally.skip("empty");
      return;
    }
    this.#context.tally.keep();
    this.#begin(entry, role, parts, {
      native: present({ attachment: textOf(attachment.type), ...native }),
    });
  }

  #addQueued(entry: PlacedEntry): void {
    const { record } = entry;
    if (!this.#context.lostPrompts.has(record)) {
      this.#context.tally.skip("queue");
      return;
    }
    this.#context.tally.keep();
    this.#begin(entry, "user", promptParts(record.content, false));
  }

  #addUnknown(entry: PlacedEntry, recordType: string): void {
    const { tally, unknown } = this.#context;
    tally.unknown(recordType);
    if (!unknown.has(recordType)) unknown.set(recordType, entry);
    this.#begin(entry, "system", [{ type: "unknown", recordType, native: entry.record }]);
  }

  #begin(
    { line, record, turn }: PlacedEntry,
    role: Message["role"],
    parts: Part[],
    more: { model?: string; mode?: string; messageId?: string; native?: JsonObject } = {},
  ): Message {
    const { cwd, repeated, turns } = this.#context;
    const isUnknown = parts[0]?.type === "unknown";
    const native = {
      ...present({ messageId: more.messageId }),
      ...more.native,
      ...(isUnknown ? undefined : ownFields(record, repeated)),
    };
    const ownCwd = textOf(record.cwd);
    const message: Message = present({
      id: this.#uniqueId(textOf(record.uuid) ?? `line-${line}`, line),
      parentId: (this.messages.at(-1) ?? this.#previous)?.id,
      role,
      createdAt: utcTime(record.timestamp),
      model: more.model,
      mode: more.mode,
      cwd: ownCwd === cwd ? undefined : ownCwd,
      parts,
      copiedFrom: copiedFrom(record),
      synthetic: syntheticOf(parts),
      origin: { at: line },
      native: Object.keys(native).length > 0 ? native : undefined,
    });
    if (turn) turns.set(turn, message);
    this.messages.push(message);
    return message;
  }

  #uniqueId(id: string, line: number): string {
    const { ids } = this.#context;
    const unique = ids.has(id) ? `${id}~${line}` : id;
    ids.add(unique);
    return unique;
  }
}

/** A reply that the tool wrote in place of the model: mostly an error of the API. */
function pseudoResponse(record: JsonObject, response: JsonObject): NoticePart {
  return present({
    type: "notice" as const,
    level: record.isApiErrorMessage === true ? ("error" as const) : ("info" as const),
    text: textIn(response.content),
    code: textOf(record.error),
  });
}

function copiedFrom(record: JsonObject): Message["copiedFrom"] {
  const from = objectOf(record.forkedFrom);
  const sessionId = textOf(from?.sessionId);
  const messageId = textOf(from?.messageUuid);
  return sessionId && messageId ? { sessionId, messageId } : undefined;
}

function syntheticOf(parts: Part[]): Synthetic | undefined {
  const [first] = parts;
  if (first?.type !== "text" || first.synthetic === undefined) return undefined;
  const isAll = parts.every((part) => part.type === "text" && part.synthetic !== undefined);
  return isAll ? first.synthetic : undefined;
}

function isToolResult(item: Json): boolean {
  return objectOf(item)?.type === "tool_result";
}

/** The first text of a message's content. */
function textIn(content: Json | undefined): string {
  if (typeof content === "string") return content;
  const first = listOf(content)?.find((item) => blockText(item) !== undefined);
  return (first !== undefined && blockText(first)) || "";
}

/** What a message holds besides its first text. */
function afterFirstText(blocks: readonly Json[]): Json[] {
  const first = blocks.findIndex((item) => blockText(item) !== undefined);
  return blocks.filter((_, index) => index !== first);
}

function blockText(item: Json): string | undefined {
  return stringOf(item) ?? stringOf(objectOf(item)?.text);
}
