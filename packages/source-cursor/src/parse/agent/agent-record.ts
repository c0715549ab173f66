import { defined, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, objectsOf } from "@chatexport/core/read";
import { filled, firstText } from "../../values/json-text.js";
import { type KnownFields, optionFields, unread } from "../known-fields.js";

/** A part of a message as it is stored. */
export interface StoredPart {
  /** Stands for the id of a call or result that has none. */
  id: string;
  value: JsonObject;
}

/** The parts of a message: of the AI SDK, or of a provider's own form (OpenAI's `tool_calls`). */
export function partsOf({ id, message }: AgentRecord): StoredPart[] {
  const { content } = message;
  const values = [...contentParts(message, content ?? message.text), ...openAiCalls(message)];
  return values.map((value, index) => ({ id: `${id}-${index + 1}`, value }));
}

function contentParts(message: JsonObject, content: Json | undefined): JsonObject[] {
  if (content === undefined || content === null) return [];
  const toolCallId = firstText(message, "tool_call_id", "toolCallId");
  if (toolCallId !== undefined)
    return [present({ type: "tool-result", toolCallId, toolName: message.name, result: content })];
  // What the tool returned apart from what the model saw stands beside the parts of the message.
  const returned = objectOf(cursorOptions(message)?.highLevelToolCallResult);
  return (listOf(content) ?? [content]).map((item) => {
    if (typeof item === "string") return { type: "text", text: item };
    const part = objectOf(item) ?? { type: typeof item, value: item };
    const isResult = returned && resultTypes.has(part.type);
    return isResult ? { ...part, highLevelToolCallResult: returned } : part;
  });
}

function openAiCalls(message: JsonObject): JsonObject[] {
  return objectsOf(message.tool_calls).flatMap(({ id = null, function: called }) => {
    const named = objectOf(called);
    return named ? [{ type: "tool-call", id, ...named }] : [];
  });
}

/** What a message, or a part of one, holds that the model has in no field. */
export function restOf(value: JsonObject, known: KnownFields): JsonObject | undefined {
  const { providerOptions, ...own } = value;
  const { cursor, ...others } = objectOf(providerOptions) ?? {};
  return filled({
    ...unread(own, known),
    ...unread(objectOf(cursor) ?? {}, optionFields),
    ...defined({ providerOptions: unread(others) }),
  });
}

/** What Cursor notes on a message or on a part of one. */
export function cursorOptions(value: JsonObject | undefined): JsonObject | undefined {
  return objectOf(objectOf(value?.providerOptions)?.cursor);
}

const resultTypes: ReadonlySet<unknown> = new Set(["tool-result", "tool_result"]);
const callTypes: ReadonlySet<unknown> = new Set(["tool-call", "tool_call", "tool_use"]);

/** The id of the call, when the part is one. */
export function callId({ id, value }: StoredPart): string | undefined {
  if (!callTypes.has(value.type)) return undefined;
  return firstText(value, "toolCallId", "id", "callId") ?? id;
}

/** The id of the call that the part is the result of, when it is one. */
export function resultId({ id, value }: StoredPart): string | undefined {
  if (!resultTypes.has(value.type)) return undefined;
  return firstText(value, "toolCallId", "tool_use_id", "tool_call_id") ?? id;
}

/** A message as the agent's store keeps it: in the form of the AI SDK, or of a provider. */
export interface AgentRecord {
  /** Unique among the messages; that of a blob may repeat, as two messages of the same words do. */
  id: string;
  /** Line or key. */
  at: number | string;
  message: JsonObject;
}
