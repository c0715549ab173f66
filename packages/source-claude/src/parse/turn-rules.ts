import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { isAutomated, isCompactionSummary, userText } from "../records/injected-text.js";

/** What the conversation can fork at: what a person said, or one response of the model. */
export type TurnKind = "prompt" | "response";

/** Which kind of turn a record is, or a part of; undefined for everything that stands between. */
export function turnKind(record: JsonObject): TurnKind | undefined {
  if (record.type === "assistant") return "response";
  if (record.type !== "user" || record.isMeta === true || record.isCompactSummary === true)
    return undefined;
  if (isAutomated(record)) return undefined;
  return isPrompt(objectOf(record.message)?.content) ? "prompt" : undefined;
}

function isPrompt(content: unknown): boolean {
  if (typeof content === "string") return isHuman(content);
  const blocks = listOf(content) ?? [];
  if (blocks.some((block) => objectOf(block)?.type === "tool_result")) return false;
  return blocks.some((block) => {
    if (typeof block === "string") return isHuman(block);
    const { type, text } = objectOf(block) ?? {};
    return type === "image" || type === "document" || (typeof text === "string" && isHuman(text));
  });
}

function isHuman(text: string): boolean {
  if (isCompactionSummary(text)) return false;
  return userText(text).some((part) => part.type === "text" && part.synthetic === undefined);
}

/** All fragments of a response share an id, unless the writer gave none. */
export function responseIdOf(record: JsonObject): string | undefined {
  return textOf(objectOf(record.message)?.id) ?? textOf(record.requestId);
}
