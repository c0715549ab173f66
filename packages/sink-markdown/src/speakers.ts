import type { Message } from "@chatexport/core";
import { type Block, heading, label } from "./block.js";
import { isPrompt, type Scope } from "./scope.js";
import { clock, dayOf } from "./time.js";

/** Writes who speaks, once for all that is said in a row. */
export class Speakers {
  readonly #scope: Scope;
  readonly #isSubagent: boolean;
  #day: string | undefined;
  #model: string | undefined;
  #isAnswering = false;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#isSubagent = scope.session.parent?.relation === "subagent";
  }

  /** The heading of a prompt, with its number and time. */
  prompt(message: Message): Block {
    this.#isAnswering = false;
    const time = message.createdAt;
    const name = this.#isSubagent ? "Task" : "You";
    const when = time && clock(time, this.#day);
    if (when && time) this.#day = dayOf(time);
    if (this.#scope.folded) return label(name, when);
    const number = this.#scope.prompts.get(message.id);
    return heading(2, [number, name, when].filter((part) => part !== undefined).join(" · "));
  }

  /**
   * The heading of an answer, with the model where it is new; nothing while the answer goes on.
   * Some tools name the model only further on in an answer.
   */
  *answer(messages: readonly Message[], index: number): Generator<Block> {
    const own = messages[index]?.model;
    const known = own ?? (this.#isAnswering ? undefined : modelOfAnswer(messages, index));
    const model = known === this.#model ? undefined : known;
    if (this.#isAnswering && !model) return;
    this.#isAnswering = true;
    this.#model = known ?? this.#model;
    const name = this.#isSubagent ? "Sub-agent" : "Assistant";
    if (this.#scope.folded) yield label(name, model);
    else yield heading(3, model ? `${name} · ${model}` : name);
  }
}

function modelOfAnswer(messages: readonly Message[], start: number): string | undefined {
  for (let index = start; index < messages.length; index++) {
    const message = messages[index];
    if (!message || isPrompt(message)) return undefined;
    if (message.model !== undefined) return message.model;
  }
  return undefined;
}
