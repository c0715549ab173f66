import type { Json, Part } from "@chatexport/core";
import { filePart, listOf, objectOf, stringOf, unknownBlock } from "@chatexport/core/read";
import { userText } from "./injected-text.js";

/** The content of a user record, of a queued prompt or of a local command, without tool results. */
export function promptParts(prompt: Json | undefined, isMeta: boolean): Part[] {
  if (typeof prompt === "string") return prompt === "" ? [] : userText(prompt, isMeta);
  return (listOf(prompt) ?? []).flatMap((item): Part[] => {
    if (typeof item === "string") return userText(item, isMeta);
    const block = objectOf(item);
    if (block?.type === "text") return userText(stringOf(block.text) ?? "", isMeta);
    if (block?.type === "image" || block?.type === "document") return [filePart(block, "upload")];
    // Results of tool calls have their own place.
    return block?.type === "tool_result" ? [] : [unknownBlock(item)];
  });
}
