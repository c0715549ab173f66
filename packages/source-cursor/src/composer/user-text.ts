import type { JsonObject } from "@chatexport/core";
import { stringOf } from "@chatexport/core/read";
import { richText } from "./rich-text.js";

/**
 * What a user's bubble says: `text`, or where that is empty the state of the editor it was typed in,
 * or the names that the text had before 0.40.
 */
export function promptOf(bubble: JsonObject): string {
  return (
    filled(bubble.text) ??
    filled(richText(bubble.richText)) ??
    filled(bubble.rawText) ??
    filled(bubble.content) ??
    filled(bubble.message) ??
    filled(richText(bubble.initText)) ??
    ""
  );
}

/** What stands in the input box of a composer and was not sent. */
export function draftOf(composer: JsonObject): string {
  return promptOf({ text: composer.text ?? null, richText: composer.richText ?? null });
}

/** What an assistant's bubble says. Its `richText` is always that of an empty editor. */
export function answerOf(bubble: JsonObject): string {
  return (
    filled(bubble.text) ??
    filled(bubble.rawText) ??
    filled(bubble.content) ??
    filled(bubble.message) ??
    ""
  );
}

function filled(value: unknown): string | undefined {
  const text = stringOf(value);
  return text !== undefined && text.trim() !== "" ? text : undefined;
}
