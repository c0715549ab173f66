import { type Json, type JsonObject, present } from "@chatexport/core";
import { byName, listOf, objectOf, wordOf } from "@chatexport/core/read";
import type { Fields, StoredRecord } from "@chatexport/core/source";
import { cursorOptions, fieldsOf } from "./fields.js";

/** A message as the agent keeps it: in the form of the AI SDK, or of a provider. Its type is its role. */
export interface AgentRecord extends StoredRecord {
  /** Unique among the messages; that of a blob may repeat, as two messages of the same words do. */
  id: string;
  parts: readonly StoredPart[];
}

/** A part of a message as it is stored. */
export interface StoredPart {
  type: string;
  /** Undefined for a type that is not known. */
  kind: PartKind | undefined;
  /** The id of the call, for a call or a result; where it is not named, one that is made from its place. */
  id: string;
  isNamed: boolean;
  fields: Fields;
  /**
   * The tool's return value apart from the result that the model saw; it is beside the parts of the
   * message.
   */
  returned?: Fields | undefined;
  /** The message of a tool: what is left of it belongs to the result. */
  message?: Fields | undefined;
}

type PartKind = "text" | "reasoning" | "redacted" | "call" | "result" | "file";

const kinds = byName<PartKind>([
  ["text", "text"],
  ["reasoning", "reasoning thinking"],
  ["redacted", "redacted-reasoning redacted_thinking"],
  ["call", "tool-call tool_call tool_use"],
  ["result", "tool-result tool_result"],
  ["file", "image image_url file"],
]);

/** The fields with the id of a call. */
const idNames = new Map<PartKind | undefined, string[]>([
  ["call", ["toolCallId", "id", "callId"]],
  ["result", ["toolCallId", "tool_use_id", "tool_call_id"]],
]);

/** A part of a message; `place` stands for the id of a call or result that has none. */
export function partOf(fields: Fields, place: string, given?: PartKind): StoredPart {
  const type = given
    ? fields.fitting("type", (type) => type === "function" || kinds.get(wordOf(type)) === given)
    : fields.text("type");
  const kind = given ?? kinds.get(wordOf(type));
  const id = fields.text(...(idNames.get(kind) ?? []));
  return { type: wordOf(type), kind, id: id ?? place, isNamed: id !== undefined, fields };
}

/**
 * The message that an object is: `{ role, content }`, `{ role, message: { content } }`, or what else versions
 * make of it; undefined when it names no role.
 */
export function agentRecord(
  raw: JsonObject,
  at: number | string,
  id: string,
): AgentRecord | undefined {
  const fields = fieldsOf(raw);
  const inner = fields.object("message");
  const role =
    fields.string("role") ?? inner?.string("role") ?? fields.word(["user", "assistant"], "type");
  if (role === undefined) return undefined;
  inner?.fitting("role", (value) => value === role);
  fields.fitting("type", (value) => value === role);
  const content =
    inner?.json("content") ??
    (inner ? undefined : fields.json("message")) ??
    fields.json("content", "text");
  const toolCallId = content === undefined ? undefined : fields.text("tool_call_id", "toolCallId");
  const stored =
    toolCallId === undefined
      ? itemsOf(content)
      : [fieldsOf(present({ type: "tool-result", toolCallId, result: content }))];
  const parts = stored.map((part, index) => partOf(part, `${id}-${index + 1}`));
  for (const call of fields.objects("tool_calls")) {
    const called = call.object("function");
    if (called)
      parts.push({ ...partOf(call, `${id}-${parts.length + 1}`, "call"), fields: called });
  }
  // Every answer of the AI SDK is "1", and the message of a tool has the id of the call.
  fields.fitting("id", (own) => own === "1" || parts.some((part) => part.id === own));
  const returned = cursorOptions(fields)?.object("highLevelToolCallResult");
  const message = role === "tool" ? fields : undefined;
  return {
    id,
    at,
    type: role,
    fields,
    raw,
    parts: parts.map((part) => (part.kind === "result" ? { ...part, returned, message } : part)),
  };
}

/** The parts of a content, which may be a text or a single one. */
export function itemsOf(content: Json | undefined): Fields[] {
  if (content === undefined) return [];
  return (listOf(content) ?? [content]).map((item) => {
    const part = typeof item === "string" ? { type: "text", text: item } : objectOf(item);
    return fieldsOf(part ?? { type: typeof item, value: item });
  });
}
