import type { Message, Part, ToolCall, Usage } from "@chatexport/core";
import { Draft, type Holder, type MessageFacts, type StoredRecord } from "@chatexport/core/source";
import { spellings } from "./typed-text.js";

/** A session while its messages are read, in their order. */
export class Reading implements Holder {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  /** The session that this one was copied from, and when; messages from before were said there. */
  readonly fork: { sessionId: string; time: string } | undefined;
  /** As the file with the messages says. */
  sessionId: string | undefined;
  toolVersion: string | undefined;
  updatedAt: string | undefined;
  /** All texts of the messages of a task, by which what a person saw of them is told. */
  readonly #said = new Set<string>();
  /** The time when a person saw a text of a task: the messages of the model have no times there. */
  readonly seen = new Map<string, string>();
  /** The messages of the model are stored, not only what a person saw. */
  hasMessages = false;
  /** The model calls tools in its text, and has the results in prompts. */
  writesCalls = false;
  /** The tokens of all requests. */
  usage: Usage | undefined;
  native?: Holder["native"] & object;

  constructor(fork?: Reading["fork"]) {
    this.fork = fork;
  }

  /** Notes that the messages of the model have a text. */
  addSaid(text: string): void {
    this.#said.add(comparable(text));
  }

  /** True when the messages of the model have a text that a person saw. */
  hasSaid(text: string): boolean {
    return this.#said.has(comparable(text));
  }

  /** The last answer of the model. */
  get answer(): Message | undefined {
    return this.draft.messages.findLast(({ role }) => role === "assistant");
  }

  /** Begins a message; its calls wait for their results. */
  begin(
    { id, at, createdAt }: StoredRecord,
    role: Message["role"],
    parts: Part[],
    more?: MessageFacts,
  ): Message {
    const { fork } = this;
    const first = parts.find((part) => part.type !== "text" || !part.synthetic);
    const spelled = first?.type === "text" ? spellings(first.text) : [];
    const seenAt = spelled.map((text) => this.seen.get(text)).find((time) => time !== undefined);
    const isCopied = fork && id !== undefined && createdAt !== undefined && createdAt < fork.time;
    const message = this.draft.write({ id, at, createdAt: createdAt ?? seenAt }, role, parts, {
      createdAtFrom: createdAt || !seenAt ? undefined : "inferred",
      copiedFrom: isCopied ? { sessionId: fork.sessionId, messageId: id } : undefined,
      ...more,
    });
    for (const part of parts) if (part.type === "tool-call") this.calls.set(part.id, part);
    return message;
  }
}

/** A text without what differs where a person saw it: blanks, and a flag at the end of a result. */
function comparable(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/HAS_CHANGES$/, "")
    .trim();
}
