import type { Context, Message, Part } from "@chatexport/core";
import { addToList, listOf, objectOf, textOf, unreadableFile } from "@chatexport/core/read";
import { addNative, type Fate, readRecords, recordsOfLines } from "@chatexport/core/source";
import { contentIn } from "./content.js";
import { type Conversation, keyOf } from "./conversation.js";
import { readRecord } from "./read-record.js";
import { type KimiRecord, recordOf } from "./record.js";

/**
 * Reads what the model was given: files of which each took the place of the one before, when the
 * user went back, or when a summary did. The log has most of it; texts that an earlier file alone
 * has were left.
 */
export async function readContexts(
  paths: readonly string[],
  conversation: Conversation,
  context: Context,
): Promise<void> {
  const earlier = new Set<Message>();
  let before: readonly Message[] = [];
  for (const path of paths) {
    const view = new View(conversation, earlier, before);
    conversation.path = path;
    conversation.find = (copy) => view.find(copy);
    const records = recordsOfLines(path, recordOf, context);
    const file = { path, records, draftOf: () => conversation.draft };
    try {
      await readRecords(file, (record) => view.read(record), context);
    } catch (cause) {
      context.signal.throwIfAborted();
      // The last one has what the model was given in the end.
      if (path === paths.at(-1)) throw cause;
      context.report(unreadableFile(path, cause));
      continue;
    }
    view.end();
    before = view.line;
  }
}

/** The conversation as one file has it. */
class View {
  /** The messages of the user and the model, in the order of the file. */
  readonly line: Message[] = [];
  readonly #conversation: Conversation;
  /** The messages that earlier files have. */
  readonly #earlier: Set<Message>;
  /** The line of the file before, with which this one begins when the user went back. */
  readonly #before: readonly Message[];
  #isPrefix = true;
  /** The last messages before a summary, which the file repeats behind it. */
  #repeated: Message[] = [];
  /** The number of messages before. */
  readonly #count: number;
  readonly #active: readonly Message[];
  readonly #places = new Map<Message, number>();
  /** By what they say; the next one is the last of its list. */
  readonly #byKey = new Map<string, Message[]>();
  /** The messages that each new one follows, and the last one that was met. */
  readonly #anchors: (Message | undefined)[] = [];
  #anchor: Message | undefined;
  /** The summary that the file begins with. */
  #summary: Message | undefined;

  constructor(conversation: Conversation, earlier: Set<Message>, before: readonly Message[]) {
    this.#conversation = conversation;
    this.#earlier = earlier;
    this.#before = before;
    const { active } = conversation;
    this.#active = active;
    this.#count = conversation.draft.messages.length;
    for (const [at, message] of active.entries()) this.#places.set(message, at);
    for (const message of active.toReversed()) addToList(this.#byKey, keyOf(message), message);
    this.#anchor = active.find((one) => one.synthetic === "instructions" && earlier.has(one));
  }

  /** Reads a record, and notes which message its own one follows. */
  read(record: KimiRecord): Fate {
    const { messages } = this.#conversation.draft;
    const summary = record.type === "message/user" ? summaryIn(record) : undefined;
    const fate =
      summary === undefined
        ? readRecord(record, this.#conversation)
        : this.#compact(record, summary);
    for (const message of messages.slice(this.#count + this.#anchors.length)) {
      this.#anchors.push(this.#anchor);
      if (message.role !== "system") this.#push(message);
    }
    return fate;
  }

  /** The message that one of the file repeats: of the file before, or the next one that says the same. */
  find(copy: Pick<Message, "role" | "parts">): Message | undefined {
    const key = keyOf(copy);
    const next = this.#before[this.line.length];
    if (next && this.#isPrefix && keyOf(next) === key) return this.#meet(next);
    const kept = this.#repeated.findIndex((message) => keyOf(message) === key);
    const [last] = this.#repeated.splice(0, kept + 1).slice(-1);
    if (last) return this.#meet(last);
    this.#repeated = [];
    const others = this.#byKey.get(key) ?? [];
    while (others.length > 0 && !this.#isAhead(others.at(-1))) others.pop();
    this.#takeAgain(others.at(-1));
    return this.#meet(others.at(-1));
  }

  /** Leaves the messages of earlier files that this one has not, and puts its own new ones in their places. */
  end(): void {
    const { messages } = this.#conversation.draft;
    const fresh = messages.splice(this.#count);
    this.#leaveOthers(messages);
    const behind = new Map<Message | undefined, Message[]>();
    for (const [at, message] of fresh.entries())
      addToList(behind, at < this.#anchors.length ? this.#anchors[at] : this.#anchor, message);
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
    for (const message of [...this.line, ...fresh]) this.#earlier.add(message);
  }

  /** A summary: the file before has it, too, or the log has its place, or it follows what earlier files have. */
  #compact(record: KimiRecord, summary: string): Fate {
    const { active } = this.#conversation;
    const next = this.#before[this.line.length];
    const [part] = next?.parts ?? [];
    const isKnown = this.#isPrefix && part?.type === "compaction" && part.summary === summary;
    const isOpen = ({ parts: [one] }: Message) => one?.type === "compaction" && !one.summary;
    const found = isKnown ? next : active.find(isOpen);
    if (!isKnown) {
      this.#repeated = this.#before.slice(-2);
      this.#anchor = active.findLast((message) => this.#earlier.has(message));
    }
    const added: Part = { type: "compaction", summary };
    const message = this.#meet(found) ?? this.#conversation.begin(record, "system", [added]);
    const [place] = message.parts;
    if (place?.type === "compaction") place.summary = summary;
    if (!found) this.#push(message);
    contentIn(record.fields, "content", this.#conversation.folder);
    addNative(message, { note: beginning });
    this.#summary = message;
    return { kept: message };
  }

  /** A prompt that was given again after the user went back is in the log twice: the later one counts. */
  #takeAgain(answer: Message | undefined): void {
    const at = this.line.findLastIndex(({ synthetic }) => synthetic === undefined);
    const [prompt, place] = [this.line[at], answer && this.#places.get(answer)];
    const again = place === undefined ? undefined : this.#active[place - 1];
    if (!prompt || !again || !this.#earlier.has(prompt) || this.#earlier.has(again)) return;
    if (keyOf(again) === keyOf(prompt)) this.line[at] = again;
  }

  #push(message: Message): void {
    this.#isPrefix &&= message === this.#before[this.line.length];
    this.line.push(message);
  }

  #isAhead(message: Message | undefined): boolean {
    const placeOf = (one: Message | undefined) => (one && this.#places.get(one)) ?? -1;
    return placeOf(message) > placeOf(this.#anchor);
  }

  #meet(message: Message | undefined): Message | undefined {
    if (!message) return undefined;
    this.#push(message);
    if (this.#isAhead(message)) this.#anchor = message;
    return message;
  }

  /** Nothing before a summary was left. Messages that only the log has are left with those around them. */
  #leaveOthers(messages: readonly Message[]): void {
    const own = new Set(this.line);
    const summary = this.#summary ? messages.indexOf(this.#summary) : 0;
    let run: Message[] = [];
    let between: Message[] = [];
    for (const message of summary === -1 ? [] : messages.slice(summary)) {
      const isSaid = message.role !== "system" || message.parts[0]?.type === "compaction";
      if (own.has(message)) {
        this.#conversation.leave(run);
        [run, between] = [[], []];
      } else if (isSaid && this.#earlier.has(message)) run.push(...between.splice(0), message);
      else if (run.length > 0) between.push(message);
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
