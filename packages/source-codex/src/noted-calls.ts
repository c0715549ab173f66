import type { Json, JsonObject, Message, ToolCall } from "@chatexport/core";
import { nameSet, textOf } from "@chatexport/core/read";
import { commandOf } from "./call.js";
import { read, unread } from "./fields.js";
import type { UserCommand } from "./user-commands.js";

/** A call that the tool has noted, and the message that holds it until the model's item comes. */
interface NotedCall {
  call: ToolCall;
  note: JsonObject;
  message: Message;
}

/**
 * Calls that the model does not make the tool run, noted by the tool before the item that says the same: those
 * that the service itself runs, such as searches on the web, and commands of a person. The item of a search has
 * no id in files of 0.126 to 0.140 (2026).
 */
export class NotedCalls {
  #calls: NotedCall[] = [];

  /** Keeps a call that only the tool has noted so far, if the service or a person ran it. */
  add(call: ToolCall, note: JsonObject, message: Message): void {
    if (ofService.has(call.name) || isOfUser(note)) this.#calls.push({ call, note, message });
  }

  /** Takes the nearest call back that an item repeats. Returns it with the note of the tool. */
  takeBack({ id, type, action }: JsonObject): NotedCall | undefined {
    return this.#takeBack(
      ({ call, note }) =>
        type === `${call.name}_call` &&
        (textOf(id) === undefined ? isSame(note.action, action) : call.id === id),
    );
  }

  /** Takes back a command of a person that the model is told of. Returns it with the note of the tool. */
  takeCommandBack(command: UserCommand): NotedCall | undefined {
    return this.#takeBack(({ note }) => isAbout(note, command));
  }

  #takeBack(isRepeated: (noted: NotedCall) => boolean): NotedCall | undefined {
    const index = this.#calls.findLastIndex(isRepeated);
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

/** Whether the tool notes a command that a person ran. */
function isOfUser({ source }: JsonObject): boolean {
  return source === "user_shell";
}

/** Whether a note is about a command of a person; it names the shell, too. */
export function isAbout(note: JsonObject, { command }: UserCommand): boolean {
  return isOfUser(note) && commandOf(note.command)?.endsWith(command) === true;
}

/** Gives a message what the tool noted of the command in it. */
export function addNote(message: Message, note: JsonObject): void {
  const native = unread(note, read.item);
  if (native) message.native = { ...message.native, item: native };
}
