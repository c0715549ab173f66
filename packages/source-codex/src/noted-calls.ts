import type { Json, JsonObject, Message, ToolCall } from "@chatexport/core";
import { nameSet, textOf } from "@chatexport/core/read";

/** A call that the tool has noted, and the message that holds it until the model's item comes. */
interface NotedCall {
  call: ToolCall;
  note: JsonObject;
  message: Message;
}

/**
 * Calls that the service itself runs, such as searches on the web: the tool notes each of them before the
 * model's item comes, which says the same and has no id in files of 0.126 to 0.140 (2026).
 */
export class NotedCalls {
  #calls: NotedCall[] = [];

  /** Keeps a call that only the tool has noted so far, if the service ran it. */
  add(call: ToolCall, note: JsonObject, message: Message): void {
    if (ofService.has(call.name)) this.#calls.push({ call, note, message });
  }

  /** Takes the nearest call back that an item repeats. Returns it with the note of the tool. */
  takeBack({ id, type, action }: JsonObject): NotedCall | undefined {
    const index = this.#calls.findLastIndex(
      ({ call, note }) =>
        type === `${call.name}_call` &&
        (textOf(id) === undefined ? isSame(note.action, action) : call.id === id),
    );
    const [noted] = index === -1 ? [] : this.#calls.splice(index, 1);
    noted?.message.parts.splice(noted.message.parts.indexOf(noted.call), 1);
    return noted;
  }

  /** Ends a file, or the part of it that was not taken back. */
  end(): void {
    this.#calls = [];
  }
}

const ofService = nameSet("web_search image_generation");

/** Where the model's item says nothing of an action, the tool notes `{"type":"other"}`. */
function isSame(noted: Json | undefined, action: Json | undefined): boolean {
  return JSON.stringify(noted) === JSON.stringify(action ?? { type: "other" });
}
