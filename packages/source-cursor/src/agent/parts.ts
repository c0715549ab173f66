import {
  type FilePart,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Part,
  present,
  stringOf,
  type ToolCall,
  textOf,
} from "@chatexport/core";
import { agentCall } from "../tools/agent-call.js";
import type { AgentResult } from "../tools/call.js";
import { filePart } from "./media.js";
import type { AgentRecord } from "./messages.js";

/** A part of a message as it is stored. */
export interface StoredPart {
  /** Stands for the id of a call or result that has none. */
  id: string;
  value: JsonObject;
}

/** The results of a list of messages, each for one call. */
export interface PairedResults {
  /** The result of a call; of calls that share an id each gets its own. */
  take(toolCallId: string): AgentResult | undefined;
  /** The result, when no call is left for it. */
  unpaired(part: StoredPart): AgentResult | undefined;
}

/** The parts of a message: of the AI SDK, or of a provider's own form (OpenAI's `tool_calls`). */
export function partsOf({ id, message }: AgentRecord): StoredPart[] {
  const { content } = message;
  const values = [...contentParts(message, content ?? message.text), ...openAiCalls(message)];
  return values.map((value, index) => ({ id: `${id}-${index + 1}`, value }));
}

function contentParts(message: JsonObject, content: Json | undefined): JsonObject[] {
  if (content === undefined || content === null) return [];
  const toolCallId = textOf(message.tool_call_id) ?? textOf(message.toolCallId);
  if (toolCallId !== undefined)
    return [present({ type: "tool-result", toolCallId, toolName: message.name, result: content })];
  return (listOf(content) ?? [content]).map((item) =>
    typeof item === "string"
      ? { type: "text", text: item }
      : withMessage(objectOf(item), item, message),
  );
}

/** What the tool returned apart from what the model saw stands beside the parts of the message. */
function withMessage(part: JsonObject | undefined, item: Json, message: JsonObject): JsonObject {
  if (!part) return { type: typeof item, value: item };
  const cursor = objectOf(objectOf(message.providerOptions)?.cursor);
  const returned = resultTypes.has(part.type)
    ? objectOf(cursor?.highLevelToolCallResult)
    : undefined;
  return returned ? { ...part, highLevelToolCallResult: returned } : part;
}

function openAiCalls(message: JsonObject): JsonObject[] {
  return (listOf(message.tool_calls) ?? []).flatMap((item) => {
    const call = objectOf(item);
    const named = objectOf(call?.function);
    return call && named ? [{ type: "tool-call", id: call.id ?? null, ...named }] : [];
  });
}

const resultTypes: ReadonlySet<unknown> = new Set(["tool-result", "tool_result"]);
const callTypes: ReadonlySet<unknown> = new Set(["tool-call", "tool_call", "tool_use"]);

/** The id of the call, when the part is one. */
export function callId({ id, value }: StoredPart): string | undefined {
  if (!callTypes.has(value.type)) return undefined;
  return textOf(value.toolCallId) ?? textOf(value.id) ?? textOf(value.callId) ?? id;
}

/** The id of the call that the part is the result of, when it is one. */
export function resultId({ id, value }: StoredPart): string | undefined {
  if (!resultTypes.has(value.type)) return undefined;
  return textOf(value.toolCallId) ?? textOf(value.tool_use_id) ?? textOf(value.tool_call_id) ?? id;
}

type PartReader = (part: StoredPart, results: PairedResults, from: FilePart["from"]) => Part[];

const readers: Readonly<Record<string, PartReader>> = {
  text: textPart,
  reasoning: reasoningPart,
  thinking: reasoningPart,
  "redacted-reasoning": () => [{ type: "reasoning", redacted: true }],
  redacted_thinking: () => [{ type: "reasoning", redacted: true }],
  "tool-call": toolCall,
  tool_call: toolCall,
  tool_use: toolCall,
  "tool-result": toolResult,
  tool_result: toolResult,
  image: (part, _, from) => [filePart(part.value, from)],
  image_url: (part, _, from) => [filePart(part.value, from)],
  file: (part, _, from) => [filePart(part.value, from)],
};

/** A stored part in the words of the model; one of an unknown type is kept as it is. */
export function readPart(
  part: StoredPart,
  results: PairedResults,
  from: FilePart["from"] = "tool",
): Part[] {
  const type = String(part.value.type);
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (reader) return reader(part, results, from);
  return [{ type: "unknown", recordType: `part/${type}`, native: part.value }];
}

const redacted = "[REDACTED]";

/** A text; transcripts put a mark in the place of reasoning that they leave out. */
function textPart({ value }: StoredPart): Part[] {
  const text = stringOf(value.text) ?? "";
  const isRedacted = text.trimEnd().endsWith(redacted);
  const rest = isRedacted ? text.slice(0, text.lastIndexOf(redacted)) : text;
  // In the middle of a line it is somebody's word.
  if (isRedacted && !/(?:^|\n)[ \t]{0,8}$/.test(rest.slice(-10))) return [{ type: "text", text }];
  const shown: Part[] =
    rest.trim() === "" ? [] : [{ type: "text", text: isRedacted ? rest.trimEnd() : text }];
  return isRedacted ? [...shown, { type: "reasoning", redacted: true }] : shown;
}

/** A thought; where only a signature is left, the vendor keeps the text to itself. */
function reasoningPart({ value }: StoredPart): Part[] {
  const text = textOf(value.text) ?? textOf(value.thinking) ?? textOf(value.reasoning);
  if (text?.trim()) return [{ type: "reasoning", text }];
  const signature = textOf(value.signature) ?? objectOf(value.providerOptions);
  return signature === undefined ? [] : [{ type: "reasoning", redacted: true }];
}

function toolCall(part: StoredPart, results: PairedResults): [ToolCall] {
  const { value } = part;
  const id = callId(part) ?? part.id;
  const stored = value.args ?? value.input ?? value.arguments ?? value.parameters;
  const result = results.take(id);
  const input = typeof stored === "string" ? parsed(stored) : stored;
  return [
    agentCall(
      present({
        id,
        name: textOf(value.toolName) ?? textOf(value.name) ?? textOf(value.tool_name) ?? "unknown",
        input: input ?? undefined,
        rawInput: input === undefined ? textOf(stored) : undefined,
        // Nothing says what became of a call whose result was not kept.
        status: result ? undefined : ("unknown" as const),
        result,
      }),
    ),
  ];
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A result stands in its call; without one it stays where it is. */
function toolResult(part: StoredPart, results: PairedResults): Part[] {
  const result = results.unpaired(part);
  if (!result) return [];
  const { content, output, isError = false } = result;
  const toolCallId = resultId(part) ?? part.id;
  return [{ type: "tool-result", toolCallId, result: present({ content, output, isError }) }];
}
