import { type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";

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

/** A message as the agent's store keeps it: in the form of the AI SDK, or of a provider. */
export interface AgentRecord {
  /** Unique among the messages; that of a blob may repeat, as two messages of the same words do. */
  id: string;
  /** Line or key. */
  at: number | string;
  message: JsonObject;
}
