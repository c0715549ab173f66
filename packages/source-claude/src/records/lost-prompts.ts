import type { Json, JsonObject } from "@chatexport/core";
import { nameSet, objectOf, wordOf } from "@chatexport/core/read";
import { slashCommand } from "./commands.js";
import { textsOf } from "./prompts.js";

const queueOperations = nameSet("enqueue dequeue remove popAll");

/** True when a record of the queue says what happened to it in a word that is known. */
export function isQueueOperation({ operation }: JsonObject): boolean {
  return queueOperations.has(wordOf(operation));
}

/**
 * The queue records that are the only trace of a prompt: before 2.1.97 a prompt that was typed
 * while the agent worked could be handed over without a record of its own. Prompts that the user
 * took back to edit, and those handed over in the usual way, are elsewhere.
 */
export class PromptQueue {
  readonly #operations: JsonObject[] = [];
  readonly #written = new Set<string>();

  /** Takes a record; they must come in the order of the file. */
  add(record: JsonObject): void {
    if (record.type === "queue-operation") this.#operations.push(record);
    else for (const text of promptTexts(record)) this.#written.add(text);
  }

  /** The records of prompts that are nowhere else, once all are added. */
  lost(): Set<JsonObject> {
    const isWritten = ({ content }: JsonObject) => this.#written.has(textIn(content) ?? "");
    // With what was handed over: of a message of another session less than what stood in the queue.
    const lost = new Map<JsonObject, Json | undefined>();
    let queue: JsonObject[] = [];
    for (const record of this.#operations) {
      const { operation, content } = record;
      const text = textIn(content);
      const isNamed = (queued: JsonObject) => text !== undefined && textIn(queued.content) === text;
      if (operation === "enqueue") queue.push(record);
      else if (operation === "popAll")
        queue = text === undefined ? [] : queue.filter((queued) => !isNamed(queued));
      else if (operation === "dequeue") take(queue, isWritten);
      else if (operation === "remove") {
        const removed = take(queue, queue.some(isNamed) ? isNamed : (queued) => !isWritten(queued));
        if (removed) lost.set(removed, content ?? removed.content);
      }
    }
    for (const record of queue) lost.set(record, record.content);
    for (const [record, content] of lost) {
      const text = textIn(content);
      // An object of unknown shape is kept raw; lists without a text stand in the record that they became.
      const isLost = text ? !this.#written.has(text) : text === undefined && objectOf(content);
      if (!isLost) lost.delete(record);
    }
    return new Set(lost.keys());
  }
}

/**
 * Takes out of the queue the first prompt that fits, else the first one. Prompts overtake notifications,
 * and what leaves the queue is not always noted (2.1.3x), so an operation need not mean the first one.
 */
function take(queue: JsonObject[], fits: (queued: JsonObject) => boolean): JsonObject | undefined {
  return queue.splice(Math.max(queue.findIndex(fits), 0), 1)[0];
}

function textIn(content: Json | undefined): string | undefined {
  return textsOf(content)[0]?.trim();
}

function promptTexts({ type, subtype, message, attachment, content }: JsonObject): string[] {
  const said = type === "user" ? textsOf(objectOf(message)?.content) : [];
  const queued = type === "attachment" ? textsOf(objectOf(attachment)?.prompt) : [];
  const local = subtype === "local_command" ? textsOf(content) : [];
  return [...[...said, ...local].map(asTyped), ...queued].map((text) => text.trim());
}

/** A command is in the queue as it was typed. */
function asTyped(text: string): string {
  return slashCommand(text)[0]?.text ?? text;
}
