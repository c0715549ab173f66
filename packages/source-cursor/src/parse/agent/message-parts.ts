import { type FilePart, type Part, present, type UnknownPart } from "@chatexport/core";
import { listOf, parseJson, type TallyCounter } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { imageTypeOfData } from "../../values/image-types.js";
import type { StoredResult } from "../tools/call-data.js";
import { toolCall } from "../tools/tool-call.js";
import type { StoredPart } from "./agent-record.js";
import { keepLeft } from "./fields.js";

/** The means to read the parts of messages. */
export interface PartReading {
  results: PairedResults;
  /** The way of the files into the session. */
  from: FilePart["from"];
  tally: TallyCounter;
}

/** The results of a list of messages, each for one call. */
export interface PairedResults {
  /** The result of a call; of calls that share an id each gets its own. */
  take(toolCallId: string): PairedResult | undefined;
  /** The result, when no call is left for it. */
  unpaired(part: StoredPart): StoredResult | undefined;
}

/** A result, and the part that it was read from. */
interface PairedResult {
  result: StoredResult;
  part: StoredPart;
}

type HoldingPart = Exclude<Part, UnknownPart>;

/** The parts, of which the first one keeps what is left; undefined for what has not the shape of its type. */
type PartReader = (part: StoredPart, reading: PartReading) => HoldingPart[] | undefined;

const readers: Readonly<Record<NonNullable<StoredPart["kind"]>, PartReader>> = {
  text: textPart,
  reasoning: reasoningPart,
  redacted: ({ fields }) => [
    present({ type: "reasoning", redacted: true, encrypted: fields.text("data") }),
  ],
  call: callPart,
  result: toolResult,
  file: ({ fields }, { from }) => [filePart(fields, from)],
};

/** A stored part in the words of the model; one of an unknown type or shape is kept as it is. */
export function readPart(part: StoredPart, reading: PartReading): Part[] {
  const parts = part.kind && readers[part.kind](part, reading);
  if (!parts)
    return [{ type: "unknown", recordType: `part/${part.type}`, native: part.fields.all() }];
  const [first] = parts;
  if (first) keepLeft(first, part.fields, "part", reading.tally);
  return parts;
}

const redacted = "[REDACTED]";

/** A text; transcripts put a mark in the place of reasoning that they leave out. */
function textPart({ fields }: StoredPart): HoldingPart[] | undefined {
  const text = fields.string("text");
  if (text === undefined) return undefined;
  const isRedacted = text.trimEnd().endsWith(redacted);
  const rest = isRedacted ? text.slice(0, text.lastIndexOf(redacted)) : text;
  // In the middle of a line it is part of the text.
  if (isRedacted && !/(?:^|\n)[ \t]{0,8}$/.test(rest.slice(-10))) return [{ type: "text", text }];
  const shown: HoldingPart[] =
    rest.trim() === "" ? [] : [{ type: "text", text: isRedacted ? rest.trimEnd() : text }];
  return isRedacted ? [...shown, { type: "reasoning", redacted: true }] : shown;
}

/** A thought; where only a signature is left, the vendor keeps the text to itself. */
function reasoningPart({ fields }: StoredPart): HoldingPart[] | undefined {
  const text = fields.string("text", "thinking", "reasoning");
  const signature = fields.text("signature");
  if (text?.trim()) return [present({ type: "reasoning", text, signature })];
  if (signature !== undefined || fields.object("providerOptions"))
    return [present({ type: "reasoning", redacted: true, signature })];
  return text === undefined ? undefined : [];
}

function callPart({ fields, id }: StoredPart, { results, tally }: PartReading): HoldingPart[] {
  const name = fields.text("toolName", "name", "tool_name") ?? "unknown";
  const stored = fields.json("args", "input", "arguments", "parameters");
  const input = typeof stored === "string" ? parseJson(stored) : stored;
  const found = results.take(id);
  const call = toolCall({
    id,
    name,
    input: input ?? undefined,
    rawInput: input === undefined && typeof stored === "string" && stored ? stored : undefined,
    // Nothing says what became of a call whose result was not kept.
    status: found ? undefined : "unknown",
    result: found?.result,
  });
  if (found && call.result) {
    for (const field of ["toolName", "name"])
      found.part.fields.fitting(field, (value) => value === name);
    keepLeft(call.result, found.part.fields, "part", tally);
    if (found.part.message) keepLeft(call.result, found.part.message, "message", tally);
  }
  return [call];
}

/** A result joins its call; without one it stays where it is. */
function toolResult(part: StoredPart, { results }: PartReading): HoldingPart[] {
  const result = results.unpaired(part);
  if (!result) return [];
  const { content = [], output, isError = false } = result;
  return [
    { type: "tool-result", toolCallId: part.id, result: present({ content, output, isError }) },
  ];
}

/** An image or file of a message: bytes as hex, as base64, as a data URL, or a URL. */
function filePart(part: Fields, from: FilePart["from"]): FilePart {
  const source = part.object("source");
  source?.word(["base64", "url"], "type");
  const found =
    contentAt(part, "image") ??
    contentAt(part, "data") ??
    (source && (contentAt(source, "data") ?? contentAt(source, "url"))) ??
    contentAt(part, "image_url") ??
    contentAt(part, "url");
  const { data, url, mediaType } = found ?? {};
  return present({
    type: "file",
    mediaType:
      part.text("mediaType", "mimeType") ??
      source?.text("media_type") ??
      mediaType ??
      imageTypeOfData(data),
    name: part.text("filename", "name"),
    path: part.text("path"),
    url,
    data,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from,
  });
}

type Content = Pick<FilePart, "data" | "url" | "mediaType">;

function contentAt(part: Fields, name: string): Content | undefined {
  const text = part.string(name);
  if (text !== undefined) return contentOf(text);
  const object = part.object(name);
  if (!object) return undefined;
  object.word(["Buffer"], "type");
  object.word(["Uint8Array"], "__type");
  const hex = object.text("hex");
  const list = hex === undefined ? listOf(object.fitting("data", isBytes)) : undefined;
  const bytes = hex === undefined ? list && Buffer.from(list.map(Number)) : Buffer.from(hex, "hex");
  if (bytes) return bytes.length === 0 ? {} : { data: bytes.toString("base64") };
  const inner = object.string("data", "base64", "url");
  return inner === undefined ? undefined : contentOf(inner);
}

function isBytes(value: unknown): boolean {
  return listOf(value)?.every((byte) => typeof byte === "number") ?? false;
}

function contentOf(text: string): Content {
  if (/^(?:https?|file):/i.test(text)) return { url: text };
  const head = /^data:([\w.+/-]{0,100})[^,]{0,100},/.exec(text.slice(0, 300));
  if (!head) return text === "" ? {} : { data: text };
  const data = text.slice(head[0].length);
  const isBase64 = head[0].endsWith(";base64,");
  return present({
    mediaType: head[1] || undefined,
    data: isBase64 ? data : Buffer.from(data).toString("base64"),
  });
}
