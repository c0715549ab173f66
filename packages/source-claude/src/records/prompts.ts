import type { Json, JsonObject, Part } from "@chatexport/core";
import { listOf, objectOf, stringOf, unknownBlock } from "@chatexport/core/read";
import { blockFields, fileOf, withNative } from "./blocks.js";
import { typedText } from "./commands.js";
import { startedTask, userText, type Writer, writerOf } from "./injected-text.js";

/**
 * The content of a user record, of a queued prompt or of a local command, without tool results. `names` gets
 * the names of fields that are unknown.
 */
export function promptParts(prompt: Json | undefined, writer?: Writer, names?: string[]): Part[] {
  return itemsOf(prompt).flatMap((item): Part[] => {
    if (typeof item === "string") return item === "" ? [] : userText(item, writer);
    const block = objectOf(item);
    if (block && (block.type === "text" || !block.type)) {
      const fields = blockFields(block, names);
      const text = fields.string("text");
      if (text !== undefined) return withNative(userText(text, writer), fields.rest());
    }
    if (block?.type === "image" || block?.type === "document")
      return [fileOf(block, writer === "tool" ? "tool" : "upload", names)];
    // Tool calls show their results.
    return block?.type === "tool_result" && item !== prompt ? [] : [unknownBlock(item)];
  });
}

/** A text or block, or a list of them. */
function itemsOf(content: Json | undefined): Json[] {
  return listOf(content) ?? (content === undefined || content === null ? [] : [content]);
}

/**
 * The parts of an entry of the queue: prompts and slash commands as they were typed, and notes of
 * the tool.
 */
export function queuedParts(content: Json | undefined, writer?: Writer, names?: string[]): Part[] {
  return promptParts(content, writer, names).map((part) => {
    if (part.type !== "text" || part.synthetic !== undefined) return part;
    return startedTask(part.text) ?? typedText(part.text);
  });
}

/**
 * True when a record holds words of a person or of the model: more than commands that only steer the tool,
 * what they print, and what the tool writes by itself.
 */
export function saysSomething(record: JsonObject): boolean {
  const { role, content } = objectOf(record.message) ?? {};
  switch (record.type ?? role) {
    case "assistant":
      return true;
    case "user":
      return (
        record.isCompactSummary === true ||
        listOf(content)?.some((block) => objectOf(block)?.type === "tool_result") === true ||
        promptParts(content, writerOf(record)).some(isSaid)
      );
    case "system":
      return record.subtype === "local_command" && promptParts(record.content).some(isSaid);
    case "attachment":
      return queuedParts(objectOf(record.attachment)?.prompt).some(isSaid);
    case "queue-operation":
      return queuedParts(record.content).some(isSaid);
    default:
      return false;
  }
}

function isSaid(part: Part): boolean {
  return part.type === "text" ? part.synthetic === undefined : part.type !== "notice";
}

/** The texts of the content of a message: a text, or a list of texts and blocks with a text. */
export function textsOf(content: Json | undefined): string[] {
  return itemsOf(content).flatMap((item) => stringOf(item) ?? stringOf(objectOf(item)?.text) ?? []);
}
