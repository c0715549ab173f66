import { type Message, present, type Synthetic } from "@chatexport/core";
import { type Aside, asideOf, asides } from "./asides.js";
import type { Block, FoldBlock, TurnBlock } from "./block.js";
import { lineOf, plain } from "./builders.js";
import { handlePart } from "./handle/parts.js";
import { isPrompt } from "./prompts.js";
import { runsBy } from "./runs.js";
import type { Scope } from "./scope.js";
import { clock, dayOf } from "./session-facts.js";
import { count } from "./text.js";

/** Messages in order, those that were copied from another session folded behind one line. */
export function* conversation(messages: readonly Message[], scope: Scope): Generator<Block> {
  for (const { key, items } of runsBy(messages, (message) => message.copiedFrom?.sessionId)) {
    if (key === undefined) yield* ended(turns(items, scope));
    else yield copies(items, key, scope);
  }
}

/** Says where the turns end, for a sub-agent speaks in the middle of a call; of nothing there is no end. */
function* ended(blocks: Iterable<Block>): Generator<Block> {
  let isBegun = false;
  for (const block of blocks) {
    isBegun = true;
    yield block;
  }
  if (isBegun) yield { type: "end" };
}

function copies(messages: readonly Message[], session: string, scope: Scope): FoldBlock {
  const lead = `${count(messages.length, "message")} copied from session`;
  const blocks = turns(messages, { ...scope, isNested: true });
  return { type: "fold", what: "copies", line: lineOf(lead, { code: session }), session, blocks };
}

function* turns(messages: readonly Message[], scope: Scope): Generator<Block> {
  const speakers = new Speakers(scope);
  const pending: Aside[] = [];
  for (const [index, message] of messages.entries()) {
    let isBegun = isPrompt(message);
    if (isBegun) {
      yield* asides(pending.splice(0), scope);
      yield speakers.prompt(message);
      yield* messageBlock(message, scope);
    }
    for (const part of message.parts) {
      const aside = asideOf(part, syntheticOf(message));
      if (aside) {
        pending.push(aside);
        continue;
      }
      let isFirst = true;
      for (const block of handlePart(part, scope)) {
        if (isFirst) yield* asides(pending.splice(0), scope);
        if (isFirst && message.role === "assistant") yield* speakers.answer(messages, index);
        if (!isBegun) yield* messageBlock(message, scope);
        isFirst = false;
        isBegun = true;
        yield block;
      }
    }
  }
  yield* asides(pending, scope);
}

function* messageBlock(message: Message, { anchors }: Scope): Generator<Block> {
  const anchor = anchors.get(message);
  if (anchor !== undefined) yield { type: "message", message, anchor };
}

// The tool wrote a system message, whether or not the source knows why.
function syntheticOf(message: Message): Synthetic | undefined {
  return message.synthetic ?? (message.role === "system" ? "context" : undefined);
}

/** Says who speaks, once for all that is said in a row. */
class Speakers {
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
