import { type Message, present } from "@chatexport/core";
import type { TurnBlock } from "./block.js";
import { isPrompt, type Scope } from "./scope.js";
import { clock, dayOf } from "./time.js";
import { plain } from "./words.js";

/** Says who speaks, once for all that is said in a row. */
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

  /** The turn that a prompt begins. */
  prompt(message: Message): TurnBlock {
    this.#isAnswering = false;
    const { isNested, prompts, anchors } = this.#scope;
    const created = message.createdAt;
    const time = created === undefined ? undefined : clock(created, this.#day);
    if (created !== undefined && time !== undefined) this.#day = dayOf(created);
    return present({
      type: "turn",
      role: "prompt",
      speaker: this.#isSubagent ? "Task" : "You",
      number: prompts.get(message.id),
      time,
      message,
      anchor: anchors.get(message),
      isNested,
    });
  }

  /**
   * The turn that an answer begins, with the model where it is new; nothing while the answer goes
   * on. Some tools name the model only further on in an answer.
   */
  *answer(messages: readonly Message[], index: number): Generator<TurnBlock> {
    const message = messages[index];
    if (!message) return;
    const known = message.model ?? (this.#isAnswering ? undefined : modelOfAnswer(messages, index));
    const model = known === this.#model ? undefined : known;
    if (this.#isAnswering && !model) return;
    this.#isAnswering = true;
    this.#model = known ?? this.#model;
    yield {
      type: "turn",
      role: "answer",
      speaker: this.#isSubagent ? "Sub-agent" : "Assistant",
      ...(model && { model: plain(model) }),
      message,
      isNested: this.#scope.isNested,
    };
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
