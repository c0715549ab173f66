import type { Json, JsonObject, Part } from "@chatexport/core";
import { filePart, listOf, objectOf, stringOf, unknownBlock } from "@chatexport/core/read";
import { slashCommand, typedText } from "./commands.js";
import { startedTask, userText, type Writer, writerOf } from "./injected-text.js";
import { textNative, withNative } from "./known-fields.js";
import type { Entry } from "./records.js";

/** The content of a user record, of a queued prompt or of a local command, without tool results. */
export function promptParts(prompt: Json | undefined, writer?: Writer): Part[] {
  return itemsOf(prompt).flatMap((item): Part[] => {
    if (typeof item === "string") return item === "" ? [] : userText(item, writer);
    const block = objectOf(item);
    const text = stringOf(block?.text);
    if (block && (block.type === "text" || (!block.type && text !== undefined)))
      return withNative(userText(text ?? "", writer), textNative(block));
    if (block?.type === "image" || block?.type === "document")
      return [filePart(block, writer === "tool" ? "tool" : "upload")];
    // Tool calls show their results.
    return block?.type === "tool_result" ? [] : [unknownBlock(item)];
  });
}

/** A text or block, or a list of them. */
function itemsOf(content: Json | undefined): Json[] {
  return listOf(content) ?? (content === undefined || content === null ? [] : [content]);
}

/**
 * The queue records that are the only trace of a prompt: before 2.1.97 a prompt that was typed while
 * the agent worked could be handed over without a record of its own. What the user took back to
 * edit, and what was handed over in the usual way, stands elsewhere.
 */
export function lostPrompts(entries: readonly Entry[]): Set<JsonObject> {
  if (!entries.some(({ record }) => record.type === "queue-operation")) return new Set();
  const written = new Set(entries.flatMap(({ record }) => promptTexts(record)));
  // With what was handed over: of a message of another session less than what stood in the queue.
  const lost = new Map<JsonObject, Json | undefined>();
  let queue: JsonObject[] = [];
  for (const { record } of entries) {
    if (record.type !== "queue-operation") continue;
    if (record.operation === "enqueue") queue.push(record);
    else if (record.operation === "dequeue") queue.shift();
    else if (record.operation === "popAll") queue = [];
    else if (record.operation === "remove") {
      const removed = queue.shift();
      if (removed) lost.set(removed, record.content ?? removed.content);
    }
  }
  for (const record of queue) lost.set(record, record.content);
  for (const [record, content] of lost) {
    const text = textsOf(content)[0]?.trim();
    // An object of unknown shape is kept raw; lists without a text stand in the record that they became.
    const isLost = text ? !written.has(text) : text === undefined && objectOf(content);
    if (!isLost) lost.delete(record);
  }
  return new Set(lost.keys());
}

function promptTexts({ type, subtype, message, attachment, content }: JsonObject): string[] {
  const said = type === "user" ? textsOf(objectOf(message)?.content) : [];
  const queued = type === "attachment" ? textsOf(objectOf(attachment)?.prompt) : [];
  const local = subtype === "local_command" ? textsOf(content) : [];
  return [...[...said, ...local].map(asTyped), ...queued].map((text) => text.trim());
}

/** A command stands in the queue as it was typed. */
function asTyped(text: string): string {
  return slashCommand(text)[0]?.text ?? text;
}

/** The parts of what stands in the queue: prompts and slash commands as they were typed, and notes of the tool. */
export function queuedParts(content: Json | undefined, writer?: Writer): Part[] {
  return promptParts(content, writer).map((part) => {
    if (part.type !== "text" || part.synthetic !== undefined) return part;
    return startedTask(part.text) ?? typedText(part.text);
  });
}

/**
 * Whether a record holds words of a person or of the model: more than commands that only steer the
 * tool, what they print, and what the tool writes by itself.
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
