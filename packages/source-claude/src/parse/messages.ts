import {
  type CompactionPart,
  type Json,
  type JsonObject,
  type Message,
  type NoticePart,
  type Part,
  present,
  type Synthetic,
} from "@chatexport/core";
import {
  listOf,
  numberOf,
  objectOf,
  stringOf,
  type TallyCounter,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { automated, isAutomated, isCompactionSummary } from "../records/injected-text.js";
import { ownFields } from "../records/native-fields.js";
import { promptParts, queuedParts } from "../records/prompts.js";
import { type Entry, skipReason } from "../records/records.js";
import type { TranscriptTools } from "../tools/collect-tools.js";
import { toolResult } from "../tools/results.js";
import { attachmentContent, unknownAttachment } from "./attachments.js";
import type { PlacedEntry } from "./lines.js";
import { assistantParts } from "./responses.js";
import {
  compactCommands,
  compactionRequest,
  systemNative,
  systemParts,
  systemSubtypes,
} from "./system-records.js";
import { countUsage } from "./usage.js";

/** What the lines of a transcript share while their messages are built. */
export interface MessageContext {
  tools: TranscriptTools;
  /** Working directory of the session. */
  cwd: string | undefined;
  /** What most records repeat; see `repeatedFields`. */
  repeated: JsonObject;
  /** Records of the queue that are the only trace of a prompt. */
  lostPrompts: ReadonlySet<JsonObject>;
  /** Progress records whose content stands in a sub-agent. */
  keptProgress: ReadonlySet<JsonObject>;
  tally: TallyCounter;
  /** The message of each turn of the tree. */
  turns: Map<object, Message>;
  /** Ids of messages. */
  ids: Set<string>;
  /** The message that counts the tokens of each response. */
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
  const line = new LineWriter(entries, previous, context);
  for (const entry of entries) line.add(entry);
  return line.messages;
}

class LineWriter {
  readonly messages: Message[] = [];
  readonly #entries: readonly PlacedEntry[];
  readonly #previous: Message | undefined;
  readonly #context: MessageContext;
  #response: Message | undefined;
  #compaction: CompactionPart | undefined;
  #compactCommands: string[] | undefined;

  constructor(
    entries: readonly PlacedEntry[],
    previous: Message | undefined,
    context: MessageContext,
  ) {
    this.#entries = entries;
    this.#previous = previous;
    this.#context = context;
  }

  add(entry: PlacedEntry): void {
    const { record } = entry;
    const type = textOf(record.type) ?? "(none)";
    if (type === "assistant") this.#addResponse(entry);
    else if (type === "user") this.#addUser(entry);
    else if (type === "system") this.#addSystem(entry);
    else if (type === "attachment") this.#addAttachment(entry);
    else if (type === "queue-operation") this.#addQueued(entry);
    else if (type === "content-replacement") this.#addReplacements(entry);
    else this.#addOther(entry, type);
  }

  /** What is neither said nor shown is left out for a reason, unless nobody knows what it is. */
  #addOther(entry: PlacedEntry, type: string): void {
    const { keptProgress, tally } = this.#context;
    const reason = skipReason(entry.record);
    if (keptProgress.has(entry.record)) tally.keep();
    else if (reason) tally.skip(reason);
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
    countUsage(record, response, message, this.#context.responses);
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
    const said = promptParts(prompt, record.isMeta === true);
    const parts = [...results, ...(isAutomated(record) ? automated(said) : said)];
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
    const boundary = this.#compaction;
    if (boundary && boundary.summary === undefined) boundary.summary = summary;
    else this.#begin(entry, "system", [{ type: "compaction", summary } satisfies CompactionPart]);
  }

  #addSystem(entry: PlacedEntry): void {
    const { record } = entry;
    const subtype = textOf(record.subtype);
    if (subtype === "turn_duration") {
      this.#addTurnDuration(entry);
      return;
    }
    const parts = systemParts(record);
    if (!parts) this.#addUnknown(entry, `system/${subtype ?? "(none)"}`);
    else if (parts.length === 0) this.#context.tally.skip("empty");
    else {
      if (subtype === undefined || systemSubtypes.has(subtype)) this.#context.tally.keep();
      else this.#countUnknown(entry, `system/${subtype}`);
      const role = subtype === "local_command" ? "user" : "system";
      this.#begin(entry, role, parts, present({ native: systemNative(record) }));
      const request = compactionRequest(record);
      // Mostly the command stands in the transcript as it was typed.
      this.#compactCommands ??= compactCommands(this.#entries);
      if (request && !this.#compactCommands.some((text) => text.includes(request)))
        this.#begin(entry, "user", [{ type: "text", text: request, synthetic: "command" }]);
    }
  }

  /** How long a turn took is a fact about the response that ended it. */
  #addTurnDuration({ record }: Entry): void {
    const response = this.#response;
    const turnDurationMs = numberOf(record.durationMs);
    if (response && turnDurationMs !== undefined) {
      const { durationMs: _, ...more } = ownFields(record, this.#context.repeated) ?? {};
      response.native = { ...response.native, turnDurationMs, ...more };
      this.#context.tally.keep();
    } else this.#context.tally.skip("turn-without-response");
  }

  #addAttachment(entry: PlacedEntry): void {
    const attachment = objectOf(entry.record.attachment) ?? {};
    const { type, source_uuid: source } = attachment;
    const known = attachmentContent(attachment);
    const content = known ?? unknownAttachment(attachment);
    const name = textOf(type) ?? "(none)";
    if (!content) {
      this.#addUnknown(entry, `attachment/${name}`);
      return;
    }
    const { role, parts, native } = content;
    // A queued prompt names the record that it became, should there be one.
    const isTwice = textOf(source) !== undefined && this.#context.ids.has(String(source));
    if (parts.length === 0 || isTwice) {
      this.#context.tally.skip(isTwice ? "duplicate" : "empty");
      return;
    }
    if (known) this.#context.tally.keep();
    else this.#countUnknown(entry, `attachment/${name}`);
    this.#begin(entry, role, parts, {
      native: present({ attachment: textOf(type), ...native }),
    });
  }

  /** The text that the model saw in place of a large result is a fact about its call. */
  #addReplacements({ record }: Entry): void {
    const { tools, tally } = this.#context;
    if (tools.replacements.has(record)) tally.keep();
    else tally.skip("replacement-without-call");
  }

  #addQueued(entry: PlacedEntry): void {
    const { record } = entry;
    if (!this.#context.lostPrompts.has(record)) {
      this.#context.tally.skip("queue");
      return;
    }
    this.#context.tally.keep();
    this.#begin(entry, "user", queuedParts(record.content));
  }

  #addUnknown(entry: PlacedEntry, recordType: string): void {
    this.#countUnknown(entry, recordType);
    this.#begin(entry, "system", [{ type: "unknown", recordType, native: entry.record }]);
  }

  #countUnknown(entry: Entry, recordType: string): void {
    const { tally, unknown } = this.#context;
    tally.unknown(recordType);
    if (!unknown.has(recordType)) unknown.set(recordType, entry);
  }

  #begin(
    { line, record, turn }: PlacedEntry,
    role: Message["role"],
    parts: Part[],
    more: { model?: string; mode?: string; messageId?: string; native?: JsonObject } = {},
  ): Message {
    const { cwd, repeated, turns } = this.#context;
    const isUnknown = parts[0]?.type === "unknown";
    let native = isUnknown ? undefined : ownFields(record, repeated);
    if (more.messageId !== undefined) native = { messageId: more.messageId, ...native };
    if (more.native) native = { ...native, ...more.native };
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
      native,
    });
    if (turn) turns.set(turn, message);
    this.messages.push(message);
    if (role === "assistant") this.#response = message;
    if (parts[0]?.type === "compaction") this.#compaction = parts[0];
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
    type: "notice",
    level: record.isApiErrorMessage === true ? ("error" as const) : ("info" as const),
    text: textIn(response.content),
    code: textOf(record.error),
  });
}

/** The message of another session that a record of a fork repeats. */
function copiedFrom(record: JsonObject): Message["copiedFrom"] {
  const from = objectOf(record.forkedFrom);
  const sessionId = textOf(from?.sessionId);
  const messageId = textOf(from?.messageUuid);
  return sessionId && messageId ? { sessionId, messageId } : undefined;
}

/** Why the tool wrote a message, when it wrote all of it. */
function syntheticOf(parts: Part[]): Synthetic | undefined {
  const [first] = parts;
  if (first?.type !== "text" || first.synthetic === undefined) return undefined;
  const isAll = parts.every((part) => part.type === "text" && part.synthetic !== undefined);
  return isAll ? first.synthetic : undefined;
}

/** Whether an item of a message's content is the result of a tool call. */
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
