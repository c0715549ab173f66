import { type Message, present } from "@chatexport/core";
import { isSameFolder, localTime, plural } from "@chatexport/core/read";
import { type Aside, asideOf, asides } from "./asides.js";
import { fold, inlineCode, lineOf, plain, remark, text } from "./builders.js";
import { handlePart } from "./handle/parts.js";
import { shortPath } from "./handle/paths.js";
import type { Content, DocumentNode, Fold, MessageNode, Turn } from "./nodes.js";
import { isPrompt } from "./prompts.js";
import { withQuietCallsFolded } from "./quiet-calls.js";
import { repeatedLists } from "./repeated-lists.js";
import { runsBy } from "./runs.js";
import type { Scope } from "./scope.js";
import { count } from "./text.js";
import { clock } from "./times.js";
import { typedMarkdown } from "./typed.js";

/** Messages in order, those that were copied from another session folded behind one line. */
export function* conversation(messages: readonly Message[], scope: Scope): Generator<DocumentNode> {
  for (const { key, items } of runsBy(messages, (message) => message.copiedFrom?.sessionId)) {
    if (key === undefined) yield* turns(items, scope);
    else yield copies(items, key, scope);
  }
}

function copies(messages: readonly Message[], session: string, scope: Scope): Fold {
  const lead = `${count(messages.length, "message")} copied from session`;
  const line = lineOf(lead, { code: session });
  return { ...fold("copies", line, turns(messages, { ...scope, isNested: true })), session };
}

/** Turns, each when it is complete. What the tool added before the first of them is in none. */
function* turns(messages: readonly Message[], scope: Scope): Generator<DocumentNode> {
  let turn: Turn | undefined;
  let message: MessageNode | undefined;
  const ended = () => [turn ?? message ?? []].flat().map((node) => condensed(node, scope));
  for (const node of row(messages, scope)) {
    if (node.type === "turn") {
      yield* ended();
      turn = node;
      message = undefined;
    } else if (node.type === "message") {
      if (turn) turn.children.push(node);
      else yield* ended();
      message = node;
    } else {
      const parent = message ?? turn;
      if (parent) parent.children.push(node);
      else yield node;
    }
  }
  yield* ended();
}

/** A turn or a message in which many calls that say little are one fold, unless all is to be shown. */
function condensed(node: Turn | MessageNode, { detail }: Scope): Turn | MessageNode {
  if (detail === "full") return node;
  if (node.type === "message") return { ...node, children: withQuietCallsFolded(node.children) };
  const children = withQuietCallsFolded(node.children).map((child) =>
    child.type === "message" ? { ...child, children: withQuietCallsFolded(child.children) } : child,
  );
  return { ...node, children };
}

/** The node that begins a turn or a message, still empty, and all that is to be in it, in order. */
function* row(messages: readonly Message[], scope: Scope): Generator<Turn | MessageNode | Content> {
  const speakers = new Speakers(scope);
  const surroundings = new Surroundings(scope);
  const pending: Aside[] = [];
  const repeated = scope.detail === "full" ? undefined : repeatedLists(messages);
  for (const [index, message] of messages.entries()) {
    const isOfPrompt = isPrompt(message);
    let isBegun = isOfPrompt;
    if (isBegun) {
      yield* asides(pending.splice(0), scope);
      yield* surroundings.context();
      yield speakers.prompt(message);
      yield* messageNode(message, scope);
      yield* surroundings.folder(message);
    }
    for (const part of message.parts) {
      if (repeated?.has(part)) continue;
      const aside = asideOf(part, message);
      if (aside) {
        pending.push(aside);
        continue;
      }
      let isFirst = true;
      const isTyped = part.type === "text" && isOfPrompt && !isSubagent(scope);
      const shown = isTyped ? { ...part, text: typedMarkdown(part.text) } : part;
      for (const block of handlePart(shown, scope)) {
        if (isFirst) yield* asides(pending.splice(0), scope);
        if (isFirst && message.role === "assistant") yield* speakers.answer(messages, index);
        if (!isBegun) {
          yield* messageNode(message, scope);
          yield* surroundings.folder(message);
        }
        isFirst = false;
        isBegun = true;
        yield block;
      }
    }
    surroundings.add(message);
  }
  yield* asides(pending, scope);
  yield* surroundings.context();
}

/** The surroundings of messages: their folder, and how much the model saw of what was before. */
class Surroundings {
  readonly #scope: Scope;
  #folder: string | undefined;
  #tokens: number | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#folder = scope.session.cwd;
  }

  /** A line where the working directory changes. */
  *folder({ cwd }: Message): Generator<Content> {
    const { session, detail } = this.#scope;
    const folder = cwd ?? session.cwd;
    if (folder === undefined || detail === "conversation") return;
    if (isSameFolder(folder, this.#folder)) return;
    this.#folder = folder;
    const isAtStart = isSameFolder(folder, session.cwd);
    const path = isAtStart ? folder : shortPath(folder, this.#scope);
    yield remark(text("Now in "), inlineCode(path));
  }

  /** Takes note of what an answer says about its context. */
  add({ usage }: Message): void {
    this.#tokens = usage?.inputTokens ?? this.#tokens;
  }

  /** In full detail, how large the context was at the end of a turn. */
  *context(): Generator<Content> {
    const tokens = this.#tokens;
    this.#tokens = undefined;
    if (tokens !== undefined && this.#scope.detail === "full")
      yield remark(text(`Context: ${plural(tokens, "token")}`));
  }
}

function* messageNode(message: Message, { anchors }: Scope): Generator<MessageNode> {
  const anchor = anchors.get(message);
  if (anchor !== undefined) yield { type: "message", message, anchor, children: [] };
}

/** True when a model wrote the prompts. */
function isSubagent({ session }: Scope): boolean {
  return session.parent?.relation === "subagent";
}

/** Says who speaks, once for all that is said in a row. */
class Speakers {
  readonly #scope: Scope;
  readonly #isSubagent: boolean;
  #time: string | undefined;
  #model: string | undefined;
  #isAnswering = false;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#isSubagent = isSubagent(scope);
  }

  /** The turn that a prompt begins. */
  prompt(message: Message): Turn {
    this.#isAnswering = false;
    const { isNested, prompts, anchors, timezone } = this.#scope;
    const created = message.createdAt && localTime(message.createdAt, timezone);
    const time = created && clock(created, this.#time);
    if (time) this.#time = created;
    return present({
      type: "turn",
      role: "prompt",
      speaker: this.#isSubagent ? "Task" : "You",
      number: prompts.get(message.id),
      time: time || undefined,
      message,
      anchor: anchors.get(message),
      isNested,
      children: [],
    });
  }

  /**
   * The turn that an answer begins, with the model where it is new; nothing while the answer goes
   * on. Some tools name the model only further on in an answer.
   */
  *answer(messages: readonly Message[], index: number): Generator<Turn> {
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
      children: [],
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
