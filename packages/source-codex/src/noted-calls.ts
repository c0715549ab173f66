import type { Message, ToolCall } from "@chatexport/core";
import { nameSet, objectOf } from "@chatexport/core/read";
import { addNative, Fields, type Holder } from "@chatexport/core/source";
import { textIn } from "./content.js";
import { named } from "./fields.js";
import type { CodexRecord } from "./records.js";
import type { UserCommand } from "./user-commands.js";

/** A call that the tool has noted, and the message that holds it until the model's item comes. */
interface NotedCall {
  record: CodexRecord;
  item: Fields;
  call: ToolCall;
  message: Message;
}

/**
 * Calls that the model does not make the tool run, noted by the tool before the item that says the same: those
 * that the service itself runs, such as searches on the web, and commands of a person. The item of a search has
 * no id in files of 0.126 to 0.140 (2026).
 */
export class NotedCalls {
  #calls: NotedCall[] = [];

  /** Keeps a call that only the tool has noted so far. Returns whether the service or a person ran it. */
  add(noted: NotedCall): boolean {
    const isLater = ofService.has(noted.call.name) || isOfUser(noted.call);
    if (isLater) this.#calls.push(noted);
    return isLater;
  }

  /** Takes the nearest call back that a call of the model, which may have no id, repeats. */
  takeBack(call: ToolCall, id: string | undefined): NotedCall | undefined {
    return this.#takeBack(
      ({ call: noted }) =>
        noted.name === call.name && (id === undefined ? isSame(noted, call) : noted.id === id),
    );
  }

  /** Takes back a command of a person that the model is told of. */
  takeCommandBack(command: UserCommand): NotedCall | undefined {
    return this.#takeBack(({ call }) => isAbout(call, command));
  }

  #takeBack(isRepeated: (noted: NotedCall) => boolean): NotedCall | undefined {
    const index = this.#calls.findLastIndex(isRepeated);
    const [noted] = index === -1 ? [] : this.#calls.splice(index, 1);
    noted?.message.parts.splice(noted.message.parts.indexOf(noted.call), 1);
    return noted;
  }

  /** Ends a file, or the part of it that was not taken back. Returns the records that no item repeats, with their calls. */
  end(): [CodexRecord, Holder][] {
    const left = this.#calls;
    this.#calls = [];
    return left.map(({ record, call }) => [record, call]);
  }
}

const ofService = nameSet("web_search image_generation");

/**
 * True when two calls look at the same; where the model's item says nothing of that, neither does the
 * tool's note.
 */
function isSame(noted: ToolCall, call: ToolCall): boolean {
  const [one, other] = [noted, call].map((each) =>
    each.kind === "fetch" ? JSON.stringify([each.url, each.query]) : "[null,null]",
  );
  return one === other;
}

/** True when the tool notes a command that a person ran. */
function isOfUser({ native }: ToolCall): boolean {
  return objectOf(native?.item)?.source === "user_shell";
}

/** True when a noted call is a command of a person; it names the shell, too. */
export function isAbout(call: ToolCall, { command }: UserCommand): boolean {
  return isOfUser(call) && call.kind === "execute" && call.command?.endsWith(command) === true;
}

/** The item of a note, to be read once more. */
export function again(item: Fields): Fields {
  return new Fields(item.all(), named);
}

/** Gives a message what the tool noted of the command in it, and what that printed unless the message says it. */
export function addNote(message: Message, item: Fields): void {
  const note = again(item);
  const shown = textIn(message.parts);
  const isShown = (output: unknown) => typeof output === "string" && shown.includes(output.trim());
  note.text("type");
  note.fitting("aggregated_output", isShown);
  note.fitting("stdout", isShown);
  const native = note.rest();
  addNative(message, native && { item: native });
}
