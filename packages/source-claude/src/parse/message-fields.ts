import {
  type Json,
  type JsonObject,
  type Message,
  type NoticePart,
  type Part,
  present,
  type Synthetic,
} from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";

/** A reply that the tool wrote in place of the model: mostly an error of the API. */
export function pseudoResponse(record: JsonObject, response: JsonObject): NoticePart {
  return present({
    type: "notice",
    level: record.isApiErrorMessage === true ? ("error" as const) : ("info" as const),
    text: textIn(response.content),
    code: textOf(record.error),
  });
}

/** The message of another session that a record of a fork repeats. */
export function copiedFrom(record: JsonObject): Message["copiedFrom"] {
  const from = objectOf(record.forkedFrom);
  const sessionId = textOf(from?.sessionId);
  const messageId = textOf(from?.messageUuid);
  return sessionId && messageId ? { sessionId, messageId } : undefined;
}

/** Why the tool wrote a message, when it wrote all of it. */
export function syntheticOf(parts: Part[]): Synthetic | undefined {
  const [first] = parts;
  if (first?.type !== "text" || first.synthetic === undefined) return undefined;
  const isAll = parts.every((part) => part.type === "text" && part.synthetic !== undefined);
  return isAll ? first.synthetic : undefined;
}

/** Whether an item of a message's content is the result of a tool call. */
export function isToolResult(item: Json): boolean {
  return objectOf(item)?.type === "tool_result";
}

/** The first text of a message's content. */
export function textIn(content: Json | undefined): string {
  if (typeof content === "string") return content;
  const first = listOf(content)?.find((item) => blockText(item) !== undefined);
  return (first !== undefined && blockText(first)) || "";
}

/** What a message holds besides its first text. */
export function afterFirstText(blocks: readonly Json[]): Json[] {
  const first = blocks.findIndex((item) => blockText(item) !== undefined);
  return blocks.filter((_, index) => index !== first);
}

function blockText(item: Json): string | undefined {
  return stringOf(item) ?? stringOf(objectOf(item)?.text);
}
