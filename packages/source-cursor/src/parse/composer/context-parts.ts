import type { Json, JsonObject, Message, TextPart } from "@chatexport/core";
import { attempt, objectOf, wordOf, wordsOf } from "@chatexport/core/read";
import { filled, isFilled } from "../../values/json-text.js";
import { contextNames } from "./attached-context.js";

/*
 * The context that Cursor keeps beside the conversation, under its own names: documents show it in
 * full detail, and searches find it.
 */

/** Facts of messages; `context`, `requestContext` and `persistentChatMetadata` hold more. */
const ofMessage = wordsOf(
  "relevantFiles multiFileLinterErrors webReferences docsReferences diffFates",
);

/** Facts of the conversation as a whole, beside which its mode is shown. */
const ofConversation = wordsOf(`todos totalLinesAdded totalLinesRemoved filesChangedCount
  queueItems draft latestConversationSummary requestContexts codeBlockDiffs`);

/** Puts what Cursor keeps beside a message, and is in its `native`, behind its parts. */
export function showContext({ native, parts }: Message): void {
  const { context, requestContext, persistentChatMetadata } = native ?? {};
  // What was predicted is the file that was open, and the files of the pieces that were found.
  const { predictedContext: _, ...found } = objectOf(persistentChatMetadata) ?? {};
  const sent = {
    ...pickedFrom(objectOf(context), contextNames),
    ...objectOf(requestContext),
    ...found,
  };
  parts.push(...contextParts({ ...sent, ...pickedFrom(native, ofMessage) }));
}

/** The messages, the last of them with what Cursor keeps about the conversation and is in its `native`. */
export function withFacts(messages: Message[], native: JsonObject): Message[] {
  const facts = pickedFrom(native, ofConversation);
  return withContext(messages, facts && { ...pickedFrom(native, ["unifiedMode"]), ...facts });
}

/** The messages, the last one that is a prompt or an answer with further facts. */
export function withContext(messages: Message[], fields: JsonObject = {}): Message[] {
  const parts = contextParts(fields);
  const at = messages.findLastIndex(({ role }) => role !== "system");
  return messages.map((message, index) =>
    index === at && parts.length > 0
      ? { ...message, parts: [...message.parts, ...parts] }
      : message,
  );
}

/** The fields of the given names, without those that are empty, zero or false; undefined when none is left. */
function pickedFrom(
  object: JsonObject | undefined,
  fields: readonly string[],
): JsonObject | undefined {
  const picked = fields.flatMap((field) => {
    const value = object && Object.hasOwn(object, field) ? object[field] : undefined;
    return value !== undefined && isFilled(value) ? [[field, value] as const] : [];
  });
  return filled<JsonObject>(Object.fromEntries(picked));
}

function contextParts(fields: JsonObject): TextPart[] {
  if (Object.keys(fields).length === 0) return [];
  return [{ type: "text", text: written(fields), synthetic: "context" }];
}

const deepest = 20;

/** A value in lines, without the marks and escapes of JSON. */
function written(value: Json, indent = ""): string {
  if (typeof value !== "object" || value === null) return wordOf(value);
  if (indent.length > 2 * deepest) return attempt(() => JSON.stringify(value)) ?? "…";
  const entries = Array.isArray(value)
    ? value.map((item) => ["-", item] as const)
    : Object.entries(value).map(([name, field]) => [`${name}:`, field] as const);
  return entries
    .map(([name, field]) => {
      const isNested = typeof field === "object" && field !== null;
      const text = written(field, `${indent}  `);
      return `${indent}${name}${isNested ? "\n" : " "}${text}`;
    })
    .join("\n");
}
