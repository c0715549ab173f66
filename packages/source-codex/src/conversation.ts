import {
  type Branch,
  type JsonObject,
  type Message,
  nonEmpty,
  type Part,
  present,
  type ToolCall,
  type ToolDefinition,
} from "@chatexport/core";
import {
  fieldsWhere,
  objectOf,
  objectsOf,
  type TallyCounter,
  textOf,
  uniqueId,
} from "@chatexport/core/read";
import type { CodexRecord } from "./records.js";

/** A message while its records are read. */
export interface Draft {
  message: Message;
  /** Ordinal of its first record. */
  ordinal: number;
  /** A person wrote it. */
  isPrompt: boolean;
}

/** What a turn sets for all that follows. */
export interface Settings {
  cwd?: string;
  model?: string;
  effort?: string;
}

/** A part that repeats what an item of the model will say, unless none does. */
interface Tentative {
  draft: Draft;
  part: Part;
}

/** A conversation while its records are read, one after the other. */
export class Conversation {
  /** The active line. */
  drafts: Draft[] = [];
  readonly branches: Branch[] = [];
  readonly calls = new Map<string, ToolCall>();
  settings: Settings = {};
  /** Where the settings change from turn to turn, the others of them. */
  pendingNative: JsonObject | undefined;
  /** The response of the model that is being read. */
  response: Draft | undefined;
  /** The last answer, to which the tokens belong that are counted next. */
  lastAnswer: Draft | undefined;
  /** What the tool says in its own words, by text. */
  readonly tentative = new Map<string, Tentative>();
  /** The last call: what a script of its own calls stands behind it. */
  lastCall: ToolCall | undefined;
  /** The other settings of the last turn, as JSON. */
  turnNative: string | undefined;
  /** What the model said for the compaction that comes. */
  summary: string | undefined;
  /** The last turn has a compaction. */
  isCompacted = false;
  /** The total of tokens when they were last counted. */
  lastTotal: JsonObject | undefined;
  /** Each response has a record of its tokens. */
  hasUsageRecords = false;
  goal: JsonObject | undefined;
  /** The sessions of sub-agents, by the call that started them. */
  readonly children = new Map<string, string>();
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #said = new Map<string, number>();
  #review: { part: Part & { type: "notice" }; sign: string } | undefined;
  readonly #ids = new Set<string>();
  /** Counts the records of what is read now. */
  tally: TallyCounter;
  /** The session whose file is read now, when that is another one. */
  readingFrom: string | undefined;
  /** The file that is read now, when it is not the session's first. */
  path: string | undefined;
  /** Where the session began. */
  cwd: string | undefined;

  constructor(tally: TallyCounter) {
    this.tally = tally;
  }

  /** Begins a message. */
  begin(record: CodexRecord, role: Message["role"], parts: Part[], id?: string): Draft {
    const { cwd, model, effort } = this.settings;
    const isAnswer = role === "assistant";
    const messageId = uniqueId(id ?? `record-${record.ordinal}`, record.ordinal, this.#ids);
    const from = this.readingFrom;
    const message = present<Message>({
      id: messageId,
      role,
      createdAt: record.createdAt,
      model: isAnswer ? model : undefined,
      effort: isAnswer ? effort : undefined,
      cwd: cwd !== this.cwd ? cwd : undefined,
      parts,
      copiedFrom: from === undefined ? undefined : { sessionId: from, messageId },
      origin: present({ path: this.path, at: record.at }),
    });
    if (this.pendingNative) message.native = this.pendingNative;
    this.pendingNative = undefined;
    const draft = { message, ordinal: record.ordinal, isPrompt: false };
    this.drafts.push(draft);
    if (isAnswer) this.lastAnswer = draft;
    return draft;
  }

  /** Adds parts to the response that is being read, or begins one. */
  answer(record: CodexRecord, parts: Part[], id?: string): Draft {
    if (this.response) {
      this.response.message.parts.push(...parts);
      if (record.createdAt !== undefined) this.response.message.completedAt = record.createdAt;
    } else this.response = this.begin(record, "assistant", parts, id);
    return this.response;
  }

  /** Ends the response: what follows is another one. */
  endResponse(): void {
    this.response = undefined;
  }

  /** Adds what an item of the model repeats, if one comes. */
  addTentative(key: string, draft: Draft, part: Part): void {
    this.tentative.set(key, { draft, part });
  }

  /** Takes a part back that an item repeats. True when there was one. */
  takeBack(key: string): boolean {
    const found = this.tentative.get(key);
    if (!found) return false;
    this.tentative.delete(key);
    const { parts } = found.draft.message;
    parts.splice(parts.indexOf(found.part), 1);
    return true;
  }

  /** Notes texts of items, which the tool repeats in its own words. */
  say(texts: readonly string[]): void {
    const joined = texts.join("\n").trim();
    for (const text of new Set([...texts.map((each) => each.trim()), joined]))
      this.#said.set(text, (this.#said.get(text) ?? 0) + 1);
  }

  /** Whether a text repeats one of an item; each does so once. */
  isRepeated(text: string): boolean {
    const left = this.#said.get(text.trim()) ?? 0;
    if (left > 0) this.#said.set(text.trim(), left - 1);
    return left > 0;
  }

  /** Notes that a person wrote the last message with a text, whatever it looks like. */
  confirmPrompt(text: string): void {
    const draft = this.drafts.findLast(
      ({ message }) =>
        message.role === "user" &&
        message.parts.some((part) => part.type === "text" && part.text.trim() === text.trim()),
    );
    if (!draft || draft.isPrompt) return;
    draft.isPrompt = true;
    delete draft.message.synthetic;
    for (const part of draft.message.parts)
      if (part.type === "text" && part.text.trim() === text.trim()) delete part.synthetic;
  }

  /** Adds tools that the model was told of. */
  addTools(tools: unknown): void {
    for (const tool of objectsOf(tools)) {
      const { name, description, parameters, ...rest } = tool;
      const known = textOf(name);
      if (known === undefined) continue;
      const definition = present<ToolDefinition>({
        name: known,
        description: textOf(description),
        inputSchema: objectOf(parameters),
        native: fieldsWhere(rest, (value) => value !== null),
      });
      this.#tools.set(known, definition);
    }
  }

  /** The tools that the model was told of. */
  tools(): ToolDefinition[] | undefined {
    return nonEmpty([...this.#tools.values()]);
  }

  /** Notes what a review found; an answer that begins with the sign says it again. */
  noteReview(part: Part & { type: "notice" }, sign: string): void {
    this.#review = { part, sign };
  }

  /** Takes the findings out of the notice when the answer repeats them. */
  shortenReview(text: string): void {
    if (!this.#review?.sign || !text.includes(this.#review.sign)) return;
    this.#review.part.text = "The review is over.";
    this.#review = undefined;
  }

  /** Ends a file: what was only said in the tool's own words stays so. */
  settle(): void {
    for (const _ of this.tentative.values()) this.tally.keep();
    this.tentative.clear();
    this.#said.clear();
    this.endResponse();
    this.lastAnswer = undefined;
    this.lastCall = undefined;
    this.lastTotal = undefined;
    this.isCompacted = false;
  }

  /** Marks calls that came to no end. */
  cancelCalls(): void {
    for (const call of this.calls.values())
      if (call.status === "unknown") call.status = "cancelled";
  }

  /** Moves everything from an ordinal on to a branch; without one it is forgotten. */
  cutAt(ordinal: number, keep: boolean): void {
    const index = this.drafts.findIndex((draft) => draft.ordinal >= ordinal);
    if (index !== -1) this.#cutFrom(index, keep);
  }

  /** Takes the last turns of the user back. */
  rollBack(turns: number): void {
    let index = this.drafts.length;
    for (let left = turns; left > 0 && index > 0; ) if (this.drafts[--index]?.isPrompt) left--;
    if (index < this.drafts.length) this.#cutFrom(index, true);
  }

  #cutFrom(index: number, keep: boolean): void {
    const messages = messagesOf(this.drafts.splice(index));
    this.settle();
    const [first] = messages;
    if (!keep || !first) return;
    const forkedFrom = messagesOf(this.drafts).at(-1)?.id;
    link(messages, forkedFrom);
    this.branches.push(
      present({ id: `before-${first.id}`, forkedFrom, reason: "rewind", messages }),
    );
  }

  /** The active line. */
  messages(): Message[] {
    const messages = messagesOf(this.drafts);
    link(messages, undefined);
    return messages;
  }

  /** Every other line. */
  otherLines(): Branch[] | undefined {
    return nonEmpty(this.branches);
  }
}

function messagesOf(drafts: readonly Draft[]): Message[] {
  return drafts.map(({ message }) => message).filter(({ parts }) => parts.length > 0);
}

function link(messages: readonly Message[], before: string | undefined): void {
  let previous = before;
  for (const message of messages) {
    if (previous !== undefined) message.parentId = previous;
    previous = message.id;
  }
}
