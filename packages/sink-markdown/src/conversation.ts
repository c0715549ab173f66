import type { Message, Synthetic } from "@chatexport/core";
import { type Aside, asideOf, asides } from "./asides.js";
import { type Block, remark, text } from "./block.js";
import { fold } from "./fold.js";
import { handlePart } from "./handle/index.js";
import { count } from "./line.js";
import { linkToSession } from "./references.js";
import { runsBy } from "./runs.js";
import { isPrompt, type Scope } from "./scope.js";
import { Speakers } from "./speakers.js";

/** Messages in order, those that were copied from another session folded behind one line. */
export function* conversation(messages: readonly Message[], scope: Scope): Generator<Block> {
  for (const { key, items } of runsBy(messages, (message) => message.copiedFrom?.sessionId)) {
    if (key === undefined) yield* turns(items, scope);
    else {
      const lead = `${count(items.length, "message")} copied from session`;
      yield* fold({ lead, code: key }, copies(items, key, scope));
    }
  }
}

// The link stands inside the fold, because not all readers follow links in the line of a fold.
function* copies(messages: readonly Message[], from: string, scope: Scope): Generator<Block> {
  const link = linkToSession(from, scope);
  if (link) yield remark(text("From session "), link);
  yield* turns(messages, { ...scope, folded: true });
}

function* turns(messages: readonly Message[], scope: Scope): Generator<Block> {
  const speakers = new Speakers(scope);
  const pending: Aside[] = [];
  for (const [index, message] of messages.entries()) {
    if (isPrompt(message)) {
      yield* asides(pending.splice(0), scope);
      yield speakers.prompt(message);
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
        isFirst = false;
        yield block;
      }
    }
  }
  yield* asides(pending, scope);
}

// What a system message says was said by the tool, whether or not the source knows why.
function syntheticOf(message: Message): Synthetic | undefined {
  return message.synthetic ?? (message.role === "system" ? "context" : undefined);
}
