import {
  type FilePart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
} from "@chatexport/core";
import { byName, listOf, objectOf, stringOf, textOf, wordOf } from "@chatexport/core/read";
import { imageTypeOfData } from "../../values/image-types.js";
import { firstText, parseJson } from "../../values/json-text.js";
import { partFields } from "../known-fields.js";
import type { AgentResult } from "../tools/call-data.js";
import { agentCall } from "../tools/tool-call.js";
import { callId, restOf, resultId, type StoredPart } from "./agent-record.js";

/** The results of a list of messages, each for one call. */
export interface PairedResults {
  /** The result of a call; of calls that share an id each gets its own. */
  take(toolCallId: string): AgentResult | undefined;
  /** The result, when no call is left for it. */
  unpaired(part: StoredPart): AgentResult | undefined;
}

type PartReader = (part: StoredPart, results: PairedResults, from: FilePart["from"]) => Part[];

const readers = byName<PartReader>([
  [textPart, "text"],
  [reasoningPart, "reasoning thinking"],
  [redactedPart, "redacted-reasoning redacted_thinking"],
  [toolCall, "tool-call tool_call tool_use"],
  [toolResult, "tool-result tool_result"],
  [(part, _, from) => [filePart(part.value, from)], "image image_url file"],
]);

/** A stored part in the words of the model; one of an unknown type is kept as it is. */
export function readPart(
  part: StoredPart,
  results: PairedResults,
  from: FilePart["from"] = "tool",
): Part[] {
  const type = wordOf(part.value.type);
  const reader = readers.get(type);
  if (reader) return reader(part, results, from);
  return [{ type: "unknown", recordType: `part/${type}`, native: part.value }];
}

const redacted = "[REDACTED]";

/** A text; transcripts put a mark in the place of reasoning that they leave out. */
function textPart({ value }: StoredPart): Part[] {
  const text = stringOf(value.text) ?? "";
  const isRedacted = text.trimEnd().endsWith(redacted);
  const rest = isRedacted ? text.slice(0, text.lastIndexOf(redacted)) : text;
  // In the middle of a line it is part of the text.
  const native = restOf(value, partFields);
  if (isRedacted && !/(?:^|\n)[ \t]{0,8}$/.test(rest.slice(-10)))
    return [present({ type: "text", text, native })];
  const shown: Part[] =
    rest.trim() === ""
      ? []
      : [present({ type: "text", text: isRedacted ? rest.trimEnd() : text, native })];
  return isRedacted ? [...shown, { type: "reasoning", redacted: true }] : shown;
}

/** A thought; where only a signature is left, the vendor keeps the text to itself. */
function reasoningPart({ value }: StoredPart): Part[] {
  const text = firstText(value, "text", "thinking", "reasoning");
  const signature = textOf(value.signature);
  const native = restOf(value, partFields);
  if (text?.trim()) return [present({ type: "reasoning", text, signature, native })];
  const isRedacted = signature !== undefined || objectOf(value.providerOptions) !== undefined;
  return isRedacted ? [present({ type: "reasoning", redacted: true, signature, native })] : [];
}

function redactedPart({ value }: StoredPart): Part[] {
  const encrypted = textOf(value.data);
  const native = restOf(value, partFields);
  return [present({ type: "reasoning", redacted: true, encrypted, native })];
}

function toolCall(part: StoredPart, results: PairedResults): [ToolCall] {
  const { value } = part;
  const id = callId(part) ?? part.id;
  const stored = value.args ?? value.input ?? value.arguments ?? value.parameters;
  const result = results.take(id);
  const input = typeof stored === "string" ? parseJson(stored) : stored;
  const call = agentCall({
    id,
    name: firstText(value, "toolName", "name", "tool_name") ?? "unknown",
    input: input ?? undefined,
    rawInput: input === undefined ? textOf(stored) : undefined,
    // Nothing says what became of a call whose result was not kept.
    status: result ? undefined : "unknown",
    result,
    native: restOf(value, partFields),
  });
  return [call];
}

/** A result stands in its call; without one it stays where it is. */
function toolResult(part: StoredPart, results: PairedResults): Part[] {
  const result = results.unpaired(part);
  if (!result) return [];
  const { content, output, isError = false } = result;
  const toolCallId = resultId(part) ?? part.id;
  return [{ type: "tool-result", toolCallId, result: present({ content, output, isError }) }];
}

/** An image or file of a message: bytes as hex, as base64, as a data URL, or a URL. */
function filePart(part: JsonObject, from: FilePart["from"]): FilePart {
  const source = objectOf(part.source);
  const inSource = source?.data ?? source?.url;
  const linked = objectOf(part.image_url)?.url ?? part.image_url;
  const stored = part.image ?? part.data ?? inSource ?? linked ?? part.url ?? null;
  const { data, url, mediaType } = contentOf(stored);
  return present({
    type: "file",
    mediaType:
      firstText(part, "mediaType", "mimeType") ??
      textOf(source?.media_type) ??
      mediaType ??
      imageTypeOfData(data),
    name: firstText(part, "filename", "name"),
    path: textOf(part.path),
    url,
    data,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from,
    native: restOf(part, partFields),
  });
}

function contentOf(stored: Json): Pick<FilePart, "data" | "url" | "mediaType"> {
  const object = objectOf(stored);
  const hex = textOf(object?.hex);
  const list = listOf(object?.data)?.map((byte) => Number(wordOf(byte)));
  const bytes = hex === undefined ? list && Buffer.from(list) : Buffer.from(hex, "hex");
  if (bytes) return bytes.length === 0 ? {} : { data: bytes.toString("base64") };
  const text = stringOf(stored) ?? stringOf(object?.data) ?? stringOf(object?.base64) ?? "";
  if (/^(?:https?|file):/i.test(text)) return { url: text };
  const head = /^data:([\w.+/-]{0,100})[^,]{0,100},/.exec(text.slice(0, 300));
  if (!head) return text === "" ? {} : { data: text };
  const data = text.slice(head[0].length);
  const isBase64 = head[0].endsWith(";base64,");
  return present({
    mediaType: textOf(head[1]),
    data: isBase64 ? data : Buffer.from(data).toString("base64"),
  });
}
