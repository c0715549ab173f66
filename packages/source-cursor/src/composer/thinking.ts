import type { Json, JsonObject, ReasoningPart } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";

/**
 * What the model thought: `thinking` (an object or a string) or, where that is empty,
 * `allThinkingBlocks`. Signatures are not read. A thought whose text was not kept gives a part without.
 */
export function reasoningOf(bubble: JsonObject): ReasoningPart[] {
  const thought = thoughtOf(bubble.thinking);
  if (thought?.text !== undefined) return [thought];
  const blocks = (listOf(bubble.allThinkingBlocks) ?? []).flatMap(
    (block) => thoughtOf(block) ?? [],
  );
  if (blocks.length > 0) return blocks;
  if (thought) return [thought];
  const isThought = (numberOf(bubble.thinkingDurationMs) ?? 0) > 0 && bubble.capabilityType === 30;
  return isThought ? [{ type: "reasoning" }] : [];
}

function thoughtOf(value: Json | undefined): ReasoningPart | undefined {
  const object = objectOf(value);
  const text =
    textOf(value) ?? textOf(object?.text) ?? textOf(object?.thinking) ?? textOf(object?.content);
  if (text?.trim()) return { type: "reasoning", text };
  if (textOf(object?.redactedThinking)) return { type: "reasoning", redacted: true };
  return textOf(object?.signature) ? { type: "reasoning" } : undefined;
}
