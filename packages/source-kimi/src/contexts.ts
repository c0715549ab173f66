import type { Context, Message, Part } from "@chatexport/core";
import { addToList, listOf, objectOf, textOf } from "@chatexport/core/read";
import { addNative, readRecords, recordsOfLines } from "@chatexport/core/source";
import { contentIn } from "./content.js";
import { type Conversation, keyOf } from "./conversation.js";
import { readRecord } from "./read-record.js";
import { type KimiRecord, recordOf } from "./record.js";

/**
 * Reads what the model was given: files of which each took the place of the one before, when the user went back,
 * or when a summary did. Most of it stands in the log; what an earlier file alone has was left.
 */
export async function readContexts(
  paths: readonly string[],
  conversation: Conversation,
  context: Context,
): Promise<void> {
  const earlier = new Set<Message>();
  for (const path of paths) {
    const view = new View(conversation, earlier);
    conversation.path = path;
    conversation.find = (copy) => view.find(copy);
    const records = recordsOfLines(path, recordOf, context);
    const file = { path, records, draftOf: () => conversation.draft };
    await readRecords(file, (record) => view.read(record), context);
    view.end();
  }
}

/** What one file has of a conversation, in its order. */
class View {
  readonly #conversation: Conversation;
  readonly #earlier: Set<Message>;
  /** How many messages there were before. */
  readonly #count: number;
  readonly #places = new Map<Message, number>();
  readonly #byKey = new Map<string, Message[]>();
  /** The messages that the file has, and the one after which each new message of the file stands. */
  readonly #own = new Set<Message>();
  readonly #anchors: (Message | undefined)[] = [];
  #anchor: Message | undefined;
  /** The last messages before a summary, which the file repeats behind it. */
  #repeated: Message[] = [];
  /** Where the summary stands that the file begins with. */
  #summary: Message | undefined;

  constructor(conversation: Conversation, earlier: Set<Message>) {
    this.#conversation = conversation;
    this.#earlier = earlier;
    const { active } = conversation;
    this.#count = conversation.draft.messages.length;
    for (const [at, message] of active.entries()) {
      this.#places.set(message, at);
      addToList(this.#byKey, keyOf(message), message);
    }
    const isKnown = (message: Message) => earlier.has(message);
    this.#anchor = active.find((one) => one.synthetic === "instructions" && isKnown(one));
  }

  /** Reads a record, and notes after which message its own one stands. */
  read(record: KimiRecord) {
    const { messages } = this.#conversation.draft;
    const summary = record.type === "message/user" ? summaryIn(record) : undefined;
    const fate =
      summary === undefined
        ? readRecord(record, this.#conversation)
        : this.#compact(record, summary);
    while (this.#count + this.#anchors.length < messages.length) this.#anchors.push(this.#anchor);
    return fate;
  }

  /** The message that one of the file repeats: the next one that says the same. */
  find({ role, parts }: { role: Message["role"]; parts: Part[] }): Message | undefined {
    const key = keyOf({ role, parts });
    const kept = this.#repeated.findIndex((message) => keyOf(message) === key);
    if (kept !== -1) {
      const [found] = this.#repeated.splice(0, kept + 1).slice(-1);
      return found;
    }
    this.#repeated = [];
    return this.#meet(this.#byKey.get(key)?.find((message) => this.#isAhead(message)));
  }

  /** Leaves the messages of earlier files that this one has not, and puts its own new ones in their places. */
  end(): void {
    const { messages } = this.#conversation.draft;
    const fresh = messages.splice(this.#count);
    this.#leaveOthers(messages);
    const behind = new Map<Message | undefined, Message[]>();
    for (const [at, message] of fresh.entries()) {
      const anchor = at < this.#anchors.length ? this.#anchors[at] : this.#anchor;
      addToList(behind, anchor, message);
    }
    const active = new Set(this.#conversation.active);
    let waiting = behind.get(undefined) ?? [];
    const ordered: Message[] = [];
    for (const message of messages.splice(0)) {
      // They stand behind what was left, as they were said later.
      if (active.has(message)) ordered.push(...waiting.splice(0));
      ordered.push(message);
      waiting = [...waiting, ...(behind.get(message) ?? [])];
    }
    for (const message of [...ordered, ...waiting]) messages.push(message);
    for (const message of [...this.#own, ...fresh]) this.#earlier.add(message);
  }

  #isAhead(message: Message): boolean {
    const place = this.#anchor ? (this.#places.get(this.#anchor) ?? -1) : -1;
    return (this.#places.get(message) ?? -1) > place;
  }

  #meet(message: Message | undefined): Message | undefined {
    if (message) {
      this.#anchor = message;
      this.#own.add(message);
    }
    return message;
  }

  /** A summary: the log has its place, or it follows what earlier files have. */
  #compact(record: KimiRecord, summary: string) {
    const { active } = this.#conversation;
    this.#repeated = active.filter((message) => this.#earlier.has(message)).slice(-2);
    const found = active.find((message) => {
      const [part] = message.parts;
      const isOpen =
        !this.#earlier.has(message) || (part?.type === "compaction" && part.summary === summary);
      return part?.type === "compaction" && isOpen;
    });
    this.#anchor = active.findLast((message) => this.#earlier.has(message));
    const message = found ?? this.#conversation.begin(record, "system", [{ type: "compaction" }]);
    const [part] = message.parts;
    if (part?.type === "compaction") part.summary = summary;
    contentIn(record.fields, "content", this.#conversation.folder);
    addNative(message, { note: beginning });
    this.#summary = message;
    this.#own.add(message);
    if (found) this.#anchor = found;
    return { kept: message };
  }

  /** What stands before a summary was not left. */
  #leaveOthers(messages: readonly Message[]): void {
    const summary = this.#summary ? messages.indexOf(this.#summary) : 0;
    let run: Message[] = [];
    for (const message of summary === -1 ? [] : messages.slice(summary)) {
      const isOwn = this.#own.has(message) || (run.length === 0 && !this.#earlier.has(message));
      if (!isOwn && (run.length > 0 || message.role !== "system")) run.push(message);
      else {
        this.#conversation.leave(run);
        run = [];
      }
    }
    this.#conversation.leave(run);
  }
}

const beginning =
  "<system>Previous context has been compacted. Here is the compaction output:</system>";

/** The text of a summary in place of what was said before. */
function summaryIn({ raw }: KimiRecord): string | undefined {
  const texts = listOf(raw.content)?.map((part) => textOf(objectOf(part)?.text)) ?? [raw.content];
  const [first, ...others] = texts.flatMap((text) => textOf(text) ?? []);
  if (!first?.startsWith(beginning)) return undefined;
  const rest = first.slice(beginning.length).trim();
  return [rest, ...others].filter((text) => text !== "").join("\n\n");
}
