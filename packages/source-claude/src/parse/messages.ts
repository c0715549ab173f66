import {
  type Json,
  type JsonObject,
  type Message,
  type NoticePart,
  type Part,
  present,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf, utcTime, wordOf } from "@chatexport/core/read";
import { damagedNotice } from "@chatexport/core/source";
import {
  automated,
  isAutomated,
  isCompactionSummary,
  roleOf,
  writerOf,
} from "../records/injected-text.js";
import { ownFields } from "../records/known-fields.js";
import { promptParts, queuedParts, textsOf } from "../records/prompts.js";
import { type Entry, skipReason } from "../records/records.js";
import type { TranscriptTools } from "../tools/collect-tools.js";
import { toolResult } from "../tools/results.js";
import { attachmentContent, unknownAttachment } from "./attachments.js";
import {
  beginMessage,
  beginUnknown,
  countUnknown,
  type LineState,
  type MessageContext,
} from "./line-state.js";
import { noteRefusal } from "./refusals.js";
import { assistantParts } from "./responses.js";
import {
  compactCommands,
  compactionRequest,
  systemNative,
  systemParts,
  systemSubtypes,
} from "./system-records.js";
import type { PlacedEntry } from "./turns.js";
import { countUsage } from "./usage.js";

/** The messages of a line, whose records are counted; the first one follows `previous`. */
export function lineMessages(
  entries: readonly PlacedEntry[],
  previous: Message | undefined,
  context: MessageContext,
): Message[] {
  const line: LineState = { context, entries, previous, messages: [] };
  for (const entry of entries) {
    if (entry.damaged) {
      context.tally.malformed();
      beginMessage(entry, "system", [damagedNotice(entry.damaged)], line);
      continue;
    }
    const type = textOf(entry.record.type) ?? "(none)";
    const add = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
    if (add) add(entry, line);
    else addOther(entry, type, line);
  }
  return line.messages;
}

/** Adds what records of a type say to the line that they stand in, and counts them. */
const handlers: Readonly<Record<string, (entry: PlacedEntry, line: LineState) => void>> = {
  assistant: addResponse,
  attachment: addAttachment,
  "content-replacement": addReplacements,
  "queue-operation": addQueued,
  system: addSystem,
  user: addUser,
};

/** A record that shows nothing is left out for a reason; one of an unknown type is kept. */
function addOther(entry: PlacedEntry, type: string, line: LineState): void {
  const { keptProgress, tally } = line.context;
  const reason = skipReason(entry.record);
  if (keptProgress.has(entry.record)) tally.keep();
  else if (reason) tally.skip(reason);
  else beginUnknown(entry, type, line);
}

/** All fragments of a response are one message. */
function addResponse(entry: PlacedEntry, line: LineState): void {
  const { record, turn } = entry;
  const { tools, turns, tally, responses } = line.context;
  const response = objectOf(record.message) ?? {};
  const model = textOf(response.model);
  const responseId = textOf(response.id);
  const stopReason = textOf(response.stop_reason);
  tally.keep();
  quietFailedTry(line);
  if (record.isApiErrorMessage === true || model === "<synthetic>") {
    const parts = [pseudoResponse(record, response)];
    beginMessage(entry, "system", parts, line, present({ responseId, stopReason }));
    return;
  }
  const parts = assistantParts(response.content, utcTime(record.timestamp), tools);
  let message = turn && turns.get(turn);
  if (message) addFragment(message, parts, entry, line);
  else message = beginMessage(entry, "assistant", parts, line, present({ model, responseId }));

  noteRefusal(message, response);
  if (stopReason) message.stopReason = stopReason;
  countUsage(record, response, message, responses);
}

/** A failed try that is followed by another one, or by an answer, is of no interest to its user any more. */
function quietFailedTry(line: LineState): void {
  const { failedTry } = line;
  const [part] = failedTry?.parts ?? [];
  if (failedTry && part?.type === "notice") {
    failedTry.parts = [{ type: "text", text: part.text, synthetic: "notification" }];
    failedTry.synthetic = "notification";
  }
  line.failedTry = undefined;
}

/** A further record of a response: its first part keeps in what it differs from the first record. */
function addFragment(message: Message, parts: Part[], entry: Entry, { context }: LineState): void {
  const { record } = entry;
  addRecord(message, entry);
  const completedAt = utcTime(record.timestamp);
  if (completedAt !== undefined) message.completedAt = completedAt;
  const own = ownFields(record, { ...context.repeated, ...message.native });
  const [first, ...others] = parts;
  if (own && first && first.type !== "unknown")
    message.parts.push({ ...first, native: { ...first.native, record: own } }, ...others);
  else {
    message.parts.push(...parts);
    if (own) message.native = { ...own, ...message.native };
  }
}

/** Notes the id and time of a record that became a part of a message. */
function addRecord(message: Message, { line, record: { uuid, timestamp } }: Entry): void {
  message.fragments ??= [];
  message.fragments.push(
    present({ id: textOf(uuid) ?? `line-${line}`, createdAt: utcTime(timestamp) }),
  );
}

/** A reply that the tool wrote in place of the model: mostly an error of the API. */
function pseudoResponse(record: JsonObject, response: JsonObject): NoticePart {
  return present({
    type: "notice",
    level: record.isApiErrorMessage === true ? ("error" as const) : ("info" as const),
    text: textsOf(response.content)[0] ?? "",
    code: textOf(record.error),
  });
}

function addUser(entry: PlacedEntry, line: LineState): void {
  const { record, turn } = entry;
  const { cleared, tally, tools } = line.context;
  const content = objectOf(record.message)?.content;
  const [text = ""] = textsOf(content);
  const writer = writerOf(record);
  const isSummary = record.isCompactSummary === true || isCompactionSummary(text, writer);
  if (isSummary) addSummary(entry, text, line);

  const blocks = listOf(content) ?? [];
  const results = blocks.flatMap((item) => unpairedResult(item, tools));
  const prompt = isSummary ? afterFirstText(blocks) : content;
  const said = promptParts(prompt, writer);
  const parts = [...results, ...(isAutomated(record) ? automated(said) : said)];
  if (parts.length === 0 && !isSummary && !blocks.some(isToolResult)) {
    tally.skip("empty");
    return;
  }
  tally.keep();
  if (parts.length === 0) return;
  // Nothing came of what was asked before.
  if (turn) line.failedTry = undefined;
  if (cleared.has(record)) parts.unshift(clearedContext);
  beginMessage(entry, roleOf(parts), parts, line, present({ mode: textOf(record.permissionMode) }));
}

/** Stands before a prompt of which no record says so: it only has no parent. */
const clearedContext: NoticePart = {
  type: "notice",
  level: "info",
  text: "The context was cleared: the model saw nothing of what had been said before",
};

/** A part only for a result that no call shows. */
function unpairedResult(item: Json, { unpaired }: TranscriptTools): Part[] {
  const block = objectOf(item);
  const found = block && isToolResult(block) ? unpaired.get(block) : undefined;
  if (!found) return [];
  const toolCallId = wordOf(found.block.tool_use_id);
  // What else the record says, is on the message.
  const { native: _, ...recorded } = found;
  return [{ type: "tool-result", toolCallId, result: toolResult(recorded) }];
}

/** Whether an item of a message's content is the result of a tool call. */
function isToolResult(item: Json): boolean {
  return objectOf(item)?.type === "tool_result";
}

/** The summary belongs to the boundary before it; before 2.0.5x there was no boundary. */
function addSummary(entry: PlacedEntry, summary: string, line: LineState): void {
  const boundary = line.compaction;
  const part = boundary?.parts[0];
  if (boundary && part?.type === "compaction" && part.summary === undefined) {
    part.summary = summary;
    addRecord(boundary, entry);
    const native = ownFields(entry.record, line.context.repeated);
    if (native) part.native = native;
  } else beginMessage(entry, "system", [{ type: "compaction", summary }], line);
}

/** What a message holds besides its first text. */
function afterFirstText(blocks: readonly Json[]): Json[] {
  const first = blocks.findIndex((item) => textsOf([item]).length > 0);
  return blocks.filter((_, index) => index !== first);
}

function addSystem(entry: PlacedEntry, line: LineState): void {
  const { record } = entry;
  const subtype = textOf(record.subtype);
  if (subtype === "turn_duration") {
    addTurnDuration(entry, line);
    return;
  }
  const { tally } = line.context;
  const parts = systemParts(record);
  if (!parts) beginUnknown(entry, `system/${subtype ?? "(none)"}`, line);
  else if (parts.length === 0) tally.skip("empty");
  else {
    if (subtype === undefined || systemSubtypes.has(subtype)) tally.keep();
    else countUnknown(entry, `system/${subtype}`, line.context);
    const role = subtype === "local_command" ? roleOf(parts) : "system";
    const message = beginMessage(entry, role, parts, line, { native: systemNative(record) });
    if (subtype === "api_error") {
      quietFailedTry(line);
      line.failedTry = message;
    }
    const request = compactionRequest(record);
    // Mostly the command stands in the transcript as it was typed.
    line.compactCommands ??= compactCommands(line.entries);
    if (request && !line.compactCommands.some((text) => text.includes(request)))
      beginMessage(entry, "user", [{ type: "text", text: request }], line);
  }
}

/** How long a turn took is a fact about the response that ended it. */
function addTurnDuration(entry: Entry, { response, context }: LineState): void {
  const { record } = entry;
  const turnDurationMs = numberOf(record.durationMs);
  if (response && turnDurationMs !== undefined) {
    const { durationMs: _, ...more } = ownFields(record, context.repeated) ?? {};
    response.native = { ...response.native, turnDurationMs, ...more };
    addRecord(response, entry);
    context.tally.keep();
  } else context.tally.skip("turn-without-response");
}

function addAttachment(entry: PlacedEntry, line: LineState): void {
  const { ids, tally, tools } = line.context;
  const attachment = objectOf(entry.record.attachment) ?? {};
  const { type } = attachment;
  const source = textOf(attachment.source_uuid);
  const known = attachmentContent(attachment, entry.record.rendered);
  const content = known ?? unknownAttachment(attachment);
  const name = textOf(type) ?? "(none)";
  if (!content) {
    beginUnknown(entry, `attachment/${name}`, line);
    return;
  }
  const { role, parts, native } = content;
  // A queued prompt names the record that it became, should there be one; a call has the answer that it gave.
  const isTwice =
    (source !== undefined && ids.has(source)) ||
    (type === "structured_output" && tools.calls.has(wordOf(attachment.toolUseID)));
  if (parts.length === 0 || isTwice) {
    tally.skip(isTwice ? "duplicate" : "empty");
    return;
  }
  if (known) tally.keep();
  else countUnknown(entry, `attachment/${name}`, line.context);
  const noted: JsonObject = present({ attachment: textOf(type), ...native });
  if (type === "prompt_snapshot") addSystemPrompt(entry, parts, noted, line);
  else beginMessage(entry, role, parts, line, { native: noted });
}

/** The tool notes the same system prompt again and again: it stands once, with all that is noted of it. */
function addSystemPrompt(
  entry: PlacedEntry,
  parts: Part[],
  native: JsonObject,
  line: LineState,
): void {
  const { repeated, systemPrompts } = line.context;
  const [prompt] = parts;
  const text = prompt?.type === "text" ? prompt.text : "";
  const known = systemPrompts.get(text);
  if (known) {
    addRecord(known, entry);
    known.native = { ...ownFields(entry.record, repeated), ...known.native, ...native };
  } else systemPrompts.set(text, beginMessage(entry, "system", parts, line, { native }));
}

/** The text that the model saw in place of a large result is a fact about its call. */
function addReplacements({ record }: Entry, { context: { tools, tally } }: LineState): void {
  if (tools.replacements.has(record)) tally.keep();
  else tally.skip("replacement-without-call");
}

function addQueued(entry: PlacedEntry, line: LineState): void {
  const { record } = entry;
  const { lostPrompts, tally } = line.context;
  if (!lostPrompts.has(record)) {
    tally.skip("queue");
    return;
  }
  tally.keep();
  beginMessage(entry, "user", queuedParts(record.content), line);
}
