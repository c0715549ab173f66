import {
  allParts,
  type Json,
  type JsonObject,
  type Message,
  type NoticePart,
  type Part,
  present,
} from "@chatexport/core";
import {
  fieldsWhere,
  listOf,
  objectOf,
  once,
  textOf,
  utcTime,
  wordOf,
} from "@chatexport/core/read";
import { addNative, damagedNotice, Fields, type Holder } from "@chatexport/core/source";
import { isCompactionSummary, splitSummary } from "../records/compaction-summary.js";
import { automated, isAutomated, roleOf, writerOf } from "../records/injected-text.js";
import { isQueueOperation } from "../records/lost-prompts.js";
import { named } from "../records/named-fields.js";
import { openRecord } from "../records/open-record.js";
import { promptParts, queuedParts, textsOf } from "../records/prompts.js";
import { type Entry, skipReason } from "../records/records.js";
import { says } from "../says.js";
import { holdersOf, type RecordedResult, resultPart } from "../tools/results.js";
import { hasOneResult } from "../tools/transcript-tools.js";
import { attachmentParts, type OpenAttachment, unknownAttachment } from "./attachments.js";
import {
  addUnknown,
  beginMessage,
  type Fate,
  type LineState,
  leavesNothing,
  type MessageContext,
  type OpenEntry,
  settle,
} from "./line-state.js";
import { noteRefusal } from "./refusals.js";
import { assistantParts } from "./responses.js";
import { compactCommands, systemParts, systemSubtypes } from "./system-records.js";
import type { Line } from "./turns.js";
import { countUsage, isTelling } from "./usage.js";

/** The messages of a line, whose records are counted; the first one follows `previous`. */
export function lineMessages(
  { positions }: Line,
  previous: Message | undefined,
  context: MessageContext,
): Message[] {
  const commands = once(() => compactCommands(positions));
  const line: LineState = { context, previous, messages: [], compactCommands: commands };
  const { keptProgress, said, tally } = context;
  for (const { entry, own, turn } of positions) {
    const { record, damaged } = entry;
    const opened = { ...entry, ...openRecord(record, said), turn: own ? turn : undefined };
    const read = readers.get(wordOf(record.type));
    if (damaged) {
      tally.malformed();
      beginMessage(opened, "system", [damagedNotice(damaged)], line);
    } else if (read) settle(opened, read(opened, line), line);
    else {
      const reason = skipReason(record);
      opened.fields.object("data")?.text("type");
      opened.fields.text("parentToolUseID");
      if (!reason || !leavesNothing(opened.fields)) addUnknown(opened, line);
      else if (keptProgress.has(record)) tally.keep();
      else tally.skip(reason);
    }
  }
  for (const part of line.messages.flatMap((message) => [...allParts(message)])) {
    const isBlock = part.type === "unknown" && part.recordType.startsWith("block/");
    const type = isBlock && textOf(objectOf(part.native)?.type);
    if (type) tally.unknownField("block-type", type);
  }
  return line.messages;
}

/** Adds the content of a record of a type to its line. */
type Reader = (entry: OpenEntry, line: LineState) => Fate;

const readers = new Map<string, Reader>([
  ["assistant", readResponse],
  ["attachment", readAttachment],
  ["content-replacement", readReplacements],
  ["queue-operation", readQueued],
  ["system", readSystem],
  ["user", readUser],
]);

/** All fragments of a response are one message. */
function readResponse(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, message: response, turn } = entry;
  const { index, turns } = line.context;
  quietFailedTry(line);
  const isError = fields.flag("isApiErrorMessage") === true;
  const isOfTool = response.word(["<synthetic>"], "model") !== undefined;
  if (isError || isOfTool) {
    response.fitting("usage", (usage) => !isTelling(usage));
    const said = { responseId: response.text("id"), stopReason: response.text("stop_reason") };
    const parts = pseudoResponse(entry, isError ? "error" : "info", line);
    return { kept: [beginMessage(entry, "system", parts, line, present(said))] };
  }
  const content = response.fitting(
    "content",
    (value) => objectOf(value) === undefined && value !== null,
  );
  const parts = assistantParts(content, utcTime(record.timestamp), index.tools, entry.blockNames);
  const begun = turn && turns.get(turn);
  const responseId = response.text("id");
  const told = () => present({ model: response.text("model"), responseId });
  const message = begun ?? beginMessage(entry, "assistant", parts, line, told());
  const stopReason = response.text("stop_reason");
  if (stopReason) message.stopReason = stopReason;
  countUsage(entry, message, line.context.responses);
  if (begun) addFragment(begun, parts, entry);
  noteRefusal(message, objectOf(record.message) ?? {});
  return { kept: begun ? [] : [message] };
}

/** Hides an error once a retry or an answer follows it. */
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
function addFragment(message: Message, parts: Part[], entry: OpenEntry): void {
  const { record, fields, message: response } = entry;
  addRecord(message, entry);
  const completedAt = utcTime(record.timestamp);
  if (completedAt !== undefined) message.completedAt = completedAt;
  response.word([message.model ?? ""], "model");
  fields.word([message.effort ?? ""], "effort");
  fields.word([message.cwd ?? ""], "cwd");
  fields.word([message.toolVersion ?? ""], "version");
  const { native = {} } = message;
  const isOwn = (value: Json, name: string) =>
    value !== native[name] && JSON.stringify(value) !== JSON.stringify(native[name]);
  const own = fieldsWhere(fields.rest() ?? {}, isOwn);
  const [first] = parts;
  message.parts.push(...parts);
  if (own && first && first.type !== "unknown") addNative(first, { record: own });
  else addNative(message, own);
}

/** Notes the id and time of a record that became a part of a message. */
function addRecord(message: Message, { line, record: { uuid, timestamp } }: Entry): void {
  message.fragments ??= [];
  message.fragments.push(
    present({ id: textOf(uuid) ?? `line-${line}`, createdAt: utcTime(timestamp) }),
  );
}

/** A reply that the tool wrote in place of the model: mostly an error of the API. */
function pseudoResponse(
  { fields, message, blockNames }: OpenEntry,
  level: NoticePart["level"],
  { context }: LineState,
): Part[] {
  const content = message.fitting("content", (value) => textsOf(value).length > 0);
  const [text = ""] = textsOf(content);
  const code = fields.text("error");
  const blocks = listOf(content) ?? [];
  const native = restOfText(blocks, blockNames);
  const more = assistantParts(afterFirstText(blocks), undefined, context.index.tools, blockNames);
  // It stands where the model was not asked, so that an answer follows each prompt.
  const isFiller = text.trim() === "No response requested.";
  const said: Part = isFiller
    ? present({ type: "text", text, synthetic: "context", native })
    : present({ type: "notice", level, text, code, native });
  return [said, ...more];
}

function readUser(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, message, turn, blockNames } = entry;
  const { cleared, index } = line.context;
  const { tools } = index;
  const content = message.json("content");
  const blocks = listOf(content) ?? [];
  const [text = ""] = textsOf(content);
  const writer = writerOf(record);
  fields.flag("isMeta");
  const isSummary = fields.flag("isCompactSummary") === true || isCompactionSummary(text, writer);
  const { summary: gist, told } = isSummary ? splitSummary(text) : { summary: text, told: [] };
  const summary = isSummary ? [addSummary(entry, gist, line)] : [];
  for (const holder of summary) addNative(holder, restOfText(blocks, blockNames));

  const recorded = blocks.flatMap((item) => tools.recorded.get(objectOf(item) ?? {}) ?? []);
  if (recorded.length > 0 && hasOneResult(record)) fields.json("toolUseResult");
  const isUnpaired = ({ block }: RecordedResult) => tools.unpaired.has(block);
  // Other fields of the record are on the message.
  const results = recorded
    .filter(isUnpaired)
    .map(({ native: _, ...result }) => resultPart(result, blockNames));
  const said = promptParts(
    isSummary && text !== "" ? afterFirstText(blocks) : content,
    writer,
    blockNames,
  );
  const parts = [...results, ...told, ...(isAutomated(record) ? automated(said) : said)];
  // The results of calls stand in these.
  const holders = recorded.flatMap((result) => (isUnpaired(result) ? [] : holdersOf(result)));
  if (parts.length === 0 && holders.length + summary.length === 0) return { skipped: "empty" };
  for (const holder of holders) addNative(holder, present({ uuid: record.uuid }));
  if (parts.length === 0) return { kept: [...summary, ...holders] };
  if (parts.some((part) => part.type === "notice" && part.code === "interrupted"))
    cancelCalls(line.response);
  // Nothing came of what was asked before.
  if (turn) line.failedTry = undefined;
  if (cleared.has(record)) parts.unshift(clearedContext);
  const mode = fields.text("permissionMode");
  const begun = beginMessage(entry, roleOf(parts), parts, line, present({ mode }));
  return { kept: [...summary, ...holders, begun] };
}

/** Ends the calls of an answer that have no result when the user interrupts it. */
function cancelCalls(answer: Message | undefined): void {
  for (const part of answer?.parts ?? [])
    if (part.type === "tool-call" && part.status === "pending") part.status = "cancelled";
}

/** The mark before a prompt of which no record says so: it only has no parent. */
const clearedContext: NoticePart = {
  type: "notice",
  level: "info",
  text: says.cleared,
};

/** The summary belongs to the boundary before it; before 2.0.5x there was no boundary. */
function addSummary(entry: OpenEntry, summary: string, line: LineState): Holder {
  const boundary = line.compaction;
  const part = boundary?.parts[0];
  if (!boundary || part?.type !== "compaction" || part.summary !== undefined)
    return beginMessage(entry, "system", [{ type: "compaction", summary }], line);
  part.summary = summary;
  addRecord(boundary, entry);
  return part;
}

/** The blocks of a message after its first text. */
function afterFirstText(blocks: readonly Json[]): Json[] {
  const first = blocks.indexOf(firstText(blocks) ?? null);
  return blocks.filter((_, index) => index !== first);
}

/** The further fields of the block of the first text. */
function restOfText(blocks: readonly Json[], names: string[]): JsonObject | undefined {
  const block = new Fields(objectOf(firstText(blocks)) ?? {}, named, names);
  block.text("type");
  block.string("text");
  return block.rest();
}

function firstText(blocks: readonly Json[]): Json | undefined {
  return blocks.find((item) => textsOf([item]).length > 0);
}

function readSystem(entry: OpenEntry, line: LineState): Fate {
  const { record, fields } = entry;
  const subtype = fields.text("subtype");
  if (subtype === "turn_duration") return readTurnDuration(entry, line);
  const parts = systemParts(entry);
  if (!parts) return "unknown";
  if (parts.length === 0) return { skipped: "empty" };
  const role = subtype === "local_command" ? roleOf(parts) : "system";
  const { headers, ...error } = objectOf(record.error) ?? {};
  // The server's headers name the account.
  const more = headers === undefined ? {} : { native: { error } };
  if (headers !== undefined) fields.json("error");
  const message = beginMessage(entry, role, parts, line, more);
  if (subtype === "api_error") {
    quietFailedTry(line);
    line.failedTry = message;
  }
  const kept = [message];
  // What the summary was to keep. Mostly the command stands in the transcript as it was typed.
  const request = textOf(objectOf(record.compactMetadata)?.userContext);
  if (request && !line.compactCommands().some((text) => text.includes(request)))
    kept.push(beginMessage(entry, "user", [{ type: "text", text: request }], line));
  return { kept, unknown: subtype !== undefined && !systemSubtypes.has(subtype) };
}

/** Reads the duration of a turn, which is a fact about the response that ended it. */
function readTurnDuration(entry: OpenEntry, { response }: LineState): Fate {
  if (!response) return { skipped: "turn-without-response" };
  const turnDurationMs = entry.fields.number("durationMs");
  if (turnDurationMs === undefined) return "unknown";
  response.native = { ...response.native, turnDurationMs };
  addRecord(response, entry);
  return { kept: [response] };
}

function readAttachment(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, blockNames } = entry;
  const { ids, index, systemPrompts } = line.context;
  const attached = fields.object("attachment");
  const raw = objectOf(record.attachment) ?? {};
  const type = attached?.text("type");
  if (!attached) return "unknown";
  const attachment: OpenAttachment = {
    fields: attached,
    raw,
    rendered: record.rendered,
    blockNames,
  };
  const known = attachmentParts(attachment);
  const parts = known ?? unknownAttachment(attachment);
  if (!parts) return "unknown";
  const source = textOf(raw.source_uuid);
  // A queued prompt names the record that it became, should there be one; a call has the answer that it gave.
  const isTwice =
    (source !== undefined && ids.has(source)) ||
    (type === "structured_output" && index.tools.calls.has(wordOf(raw.toolUseID)));
  if (parts.length === 0 || isTwice) return { skipped: isTwice ? "duplicate" : "empty" };
  const native: JsonObject = present({
    attachment: type,
    ...attachment.native,
    ...attached.rest(),
  });
  const [prompt] = parts;
  const text = type === "prompt_snapshot" && prompt?.type === "text" ? prompt.text : undefined;
  // The tool notes the same system prompt again and again: it stands once, with all that is noted of it.
  const shown = text === undefined ? undefined : systemPrompts.get(text);
  if (shown) {
    addRecord(shown, entry);
    addNative(shown, native);
    return { kept: [shown] };
  }
  const sent = isBehindSummary(line) ? parts.map(asContext) : parts;
  const role = type === "queued_command" ? "user" : "system";
  const message = beginMessage(entry, role, sent, line, { native });
  if (text !== undefined) systemPrompts.set(text, message);
  return { kept: [message], unknown: !known };
}

/** True when nobody has said anything since the conversation was compacted. */
function isBehindSummary({ compaction, messages }: LineState): boolean {
  const since = compaction ? messages.lastIndexOf(compaction) : -1;
  return (
    since !== -1 &&
    messages.slice(since + 1).every(({ role, synthetic }) => role === "system" || synthetic)
  );
}

/** A file that the tool gives its model anew: nobody mentioned it. */
function asContext(part: Part): Part {
  if (part.type !== "file" || part.text === undefined) return part;
  const { path, range, text, native } = part;
  const lines = range && `lines ${range.start}–${range.end ?? ""}`;
  const heading = [path, lines].filter((fact) => fact !== undefined).join(", ");
  return present({
    type: "text",
    text: heading === "" ? text : `${heading}\n${text}`,
    synthetic: "context",
    native,
  });
}

/** The text that the model saw in place of a large result is a fact about its call. */
function readReplacements({ record, fields }: OpenEntry, { context }: LineState): Fate {
  const kept = fields.objects("replacements").flatMap((item) => {
    item.word(["tool-result"], "kind");
    const id = item.text("toolUseId");
    const result = id === undefined ? undefined : context.index.tools.resultsById.get(id);
    const replacement = result && item.json("replacement");
    if (!result || replacement === undefined) return [];
    const holders = holdersOf(result);
    for (const holder of holders) addNative(holder, { replacement });
    return holders;
  });
  if (kept.length > 0) return { kept };
  return listOf(record.replacements) ? { skipped: "replacement-without-call" } : "unknown";
}

function readQueued(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, blockNames } = entry;
  if (!isQueueOperation(record)) return "unknown";
  if (!line.context.lostPrompts.has(record)) return { skipped: "queue" };
  const parts = queuedParts(fields.json("content"), undefined, blockNames);
  return { kept: [beginMessage(entry, "user", parts, line)] };
}
