import {
  type Branch,
  type JsonObject,
  type Message,
  type NoticePart,
  nonEmpty,
  type Part,
  present,
  type Synthetic,
  type ToolCall,
  type ToolDefinition,
  type UnknownPart,
} from "@chatexport/core";
import {
  type DamagedText,
  isSameFolder,
  type TallyCounter,
  UnknownTypes,
  uniqueId,
} from "@chatexport/core/read";
import {
  addNative,
  damagedNotice,
  type Fate,
  type Fields,
  type Holder,
  keepRest,
  leaveOut,
  UnknownFlood,
} from "@chatexport/core/source";
import type { Draft } from "./draft.js";
import { NotedCalls } from "./noted-calls.js";
import { Prompts } from "./prompts.js";
import type { CodexRecord, Ledger } from "./records.js";
import { TokenCounts } from "./token-counts.js";
import { TwoViews } from "./two-views.js";
import type { UserCommand } from "./user-commands.js";

/** The place where a message begins, and the time. */
type RecordPlace = Pick<CodexRecord, "at" | "ordinal" | "type" | "createdAt" | "inferredAt"> & {
  id?: string;
};

/** A part that can keep fields of a record. */
type HoldingPart = Exclude<Part, UnknownPart>;

/** A conversation while its records are read, one after the other. */
export class Conversation implements Holder, Ledger {
  /** The fields of records about the whole session. */
  native?: JsonObject;
  /** The active branch. */
  drafts: Draft[] = [];
  readonly branches: Branch[] = [];
  readonly calls = new Map<string, ToolCall>();
  readonly views = new TwoViews();
  readonly notedCalls = new NotedCalls();
  readonly prompts = new Prompts();
  /** The settings of a turn for all that follows. */
  settings: { cwd?: string; model?: string; effort?: string; mode?: string } = {};
  /** Its other settings as JSON, where they have changed also for the next message. */
  turnNative: string | undefined;
  pending: Holder = {};
  /** The response of the model that is being read. */
  response: Draft | undefined;
  /** The last answer, to which the tokens belong that are counted next. */
  lastAnswer: Draft | undefined;
  /** The last call. Calls made by its script follow it. */
  lastCall: ToolCall | undefined;
  /** The last command of a person that the tool had not noted when the model was told of it. */
  toldCommand: { command: UserCommand; message: Message } | undefined;
  /** The model's summary for the compaction that comes, which takes its place. */
  summary: { text: string; message: Message } | undefined;
  /** The last turn has a compaction. */
  isCompacted = false;
  /** The total of tokens when they were last counted. */
  lastTotal: JsonObject | undefined;
  readonly tokens: TokenCounts;
  /** Each response has a record of its tokens. */
  hasUsageRecords = false;
  /** The notice of what a review found, with words by which the answer that repeats it is known. */
  review: { notice: NoticePart; sign: string } | undefined;
  /** The notice that a review began, with what is reviewed, which the next prompt may say. */
  reviewed: { notice: NoticePart; hint: string } | undefined;
  /** The calls that started sub-agents, by the sessions of these. */
  readonly callers = new Map<string, string>();
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #ids = new Set<string>();
  readonly #unknown = new UnknownFlood();
  /** Records that a later one of the same key repeats with more, and what keeps them. */
  readonly #last = new Map<string, [CodexRecord, Holder]>();
  /** Counts the records of what is read now. */
  tally: TallyCounter;
  /** Those of the file that is read now. */
  unknownTypes = new UnknownTypes();
  /** The session whose file is read now, when that is another one. */
  readingFrom: string | undefined;
  /** The file that is read now, when it is not the session's first. */
  path: string | undefined;
  /** The folder where the session began. */
  readonly #cwd: string | undefined;

  constructor(tally: TallyCounter, cwd: string | undefined) {
    this.tally = tally;
    this.tokens = new TokenCounts(this);
    this.#cwd = cwd;
  }

  /** Counts a record as kept; what it became a part of, or changed, keeps the fields that nobody has taken. */
  keep({ type, payload, line }: CodexRecord, holder: Holder): void {
    this.tally.keep();
    if (line !== payload) addNative(holder, payload.rest());
    keepRest(holder, line, type.replace(/[\W_]/g, "-"), this.tally);
  }

  /** Keeps a record in the place of the last one of the same key. */
  replace(key: string, record: CodexRecord, holder: Holder): Fate {
    const before = this.#last.get(key)?.[0];
    if (before) this.leaveOut(before, "repeated");
    this.#last.set(key, [record, holder]);
    return "later";
  }

  /** Begins a message, with the id of an item. */
  begin(record: RecordPlace, role: Message["role"], parts: Part[], item?: Fields): Draft {
    const { cwd, model, effort } = this.settings;
    // Another model speaks.
    const isAnswer = role === "assistant" && record.type !== "realtime_item";
    const messageId = uniqueId(
      item?.text("id") ?? record.id ?? `record-${record.ordinal}`,
      record.ordinal,
      this.#ids,
    );
    const from = this.readingFrom;
    const message = present<Message>({
      id: messageId,
      role,
      createdAt: record.createdAt ?? record.inferredAt,
      createdAtFrom: record.inferredAt === undefined ? undefined : "inferred",
      model: isAnswer ? model : undefined,
      effort: isAnswer ? effort : undefined,
      cwd: isSameFolder(cwd, this.#cwd) ? undefined : cwd,
      parts,
      copiedFrom: from === undefined ? undefined : { sessionId: from, messageId },
      origin: present({ path: this.path, at: record.at }),
      native: this.pending.native,
    });
    this.pending = {};
    const draft = { message, ordinal: record.ordinal, isPrompt: false };
    this.drafts.push(draft);
    if (isAnswer) {
      if (record.type === "response_item") this.tokens.begin(message);
      this.lastAnswer = draft;
    }
    return draft;
  }

  /** Adds parts to the response that is being read, or begins one. */
  answer(record: CodexRecord, parts: Part[], item?: Fields): Draft {
    if (record.type === "response_item") {
      this.tokens.hasItems = true;
      this.prompts.answer();
    }
    if (this.response) {
      const [first] = parts;
      const id = first?.type === "unknown" ? undefined : item?.text("id");
      if (first && first.type !== "unknown" && id !== undefined) addNative(first, { id });
      this.response.message.parts.push(...parts);
      if (record.createdAt !== undefined) this.response.message.completedAt = record.createdAt;
    } else this.response = this.begin(record, "assistant", parts, item);
    return this.response;
  }

  /** Adds something that stands for itself: it ends the response before it. */
  add(record: CodexRecord, part: HoldingPart): Fate {
    this.response = undefined;
    this.begin(record, "system", [part]);
    return { kept: part };
  }

  /** Adds a message that the client wrote. */
  inject(record: CodexRecord, parts: Part[], synthetic: Synthetic, item: Fields): Message {
    this.response = undefined;
    const written = parts.map((part) => (part.type === "text" ? { ...part, synthetic } : part));
    const { message } = this.begin(record, "system", written, item);
    message.synthetic = synthetic;
    return message;
  }

  /** Counts a record that is left out; one with a field that is not known is unknown. */
  leaveOut(record: CodexRecord, reason: string): void {
    if (leaveOut(record.line, reason) === "unknown") this.addUnknown(record);
    else this.tally.skip(reason);
  }

  /** Adds an unknown record, as it is, at its place. */
  addUnknown(record: CodexRecord): void {
    const { payload } = record;
    const inner = payload.object("item")?.text("type") ?? payload.text("type") ?? record.type;
    const type = record.type === inner ? inner : `${record.type}/${inner}`;
    this.tally.unknown(type);
    this.unknownTypes.add(type, record.at);
    this.response = undefined;
    const parts = this.#unknown.add(type, record.raw, this.drafts.at(-1)?.message.parts);
    if (parts) this.begin(record, "system", parts);
  }

  /** Adds a note where a damaged record stood. */
  addDamaged(damaged: DamagedText): void {
    const at = damaged.line;
    const ordinal = this.drafts.at(-1)?.ordinal ?? 0;
    this.response = undefined;
    const place = { at, id: `line-${at}`, ordinal, type: "damaged" };
    this.begin(place, "system", [damagedNotice(damaged)]);
  }

  /** Adds tools that the model was told of. */
  addTools(tools: readonly Fields[]): void {
    for (const tool of tools) {
      const name = tool.text("name");
      if (name === undefined) continue;
      const definition = present<ToolDefinition>({
        name,
        description: tool.text("description"),
        inputSchema: tool.object("parameters")?.all(),
        native: tool.rest(),
      });
      this.#tools.set(name, definition);
    }
  }

  /** The tools that the model was told of. */
  tools(): ToolDefinition[] | undefined {
    return nonEmpty([...this.#tools.values()]);
  }

  /** Ends a file, or the part of it that was not taken back. */
  settle(): void {
    const last = [...this.#last.values()];
    for (const [record, holder] of [...this.views.end(), ...this.notedCalls.end(), ...last])
      this.keep(record, holder);
    this.#last.clear();
    this.tokens.end();
    this.prompts.end();
    this.response = undefined;
    this.lastAnswer = undefined;
    this.lastCall = undefined;
    this.toldCommand = undefined;
    this.lastTotal = undefined;
    this.isCompacted = false;
  }

  /** Moves everything from an ordinal on to a branch; without one it is forgotten. */
  cutAt(ordinal: number, keep: boolean): void {
    const index = this.drafts.findIndex((draft) => draft.ordinal >= ordinal);
    if (index !== -1) this.#cutFrom(index, keep);
  }

  /** Takes the last turns of the user back; the messages before the first of them stay. */
  rollBack(turns: number): void {
    this.prompts.settle();
    const prompts = this.drafts.flatMap(({ isPrompt }, index) => (isPrompt ? index : []));
    const index = prompts.slice(-turns)[0];
    if (turns > 0 && index !== undefined) this.#cutFrom(index, true);
  }

  #cutFrom(index: number, keep: boolean): void {
    const cut = this.drafts.splice(index);
    this.settle();
    const messages = this.#messagesOf(cut);
    const [first] = messages;
    if (!keep || !first) return;
    const forkedFrom = this.drafts.findLast(isSaid)?.message.id;
    link(messages, forkedFrom);
    this.branches.push(
      present({ id: `before-${first.id}`, forkedFrom, reason: "rewind", messages }),
    );
  }

  /** The active branch. */
  messages(): Message[] {
    const messages = this.#messagesOf(this.drafts);
    addNative(this, this.pending.native);
    link(messages, undefined);
    return messages;
  }

  /** The messages that have parts; the next one keeps what one without parts had in `native`. */
  #messagesOf(drafts: readonly Draft[]): Message[] {
    let left: Holder = {};
    for (const draft of drafts) {
      addNative(
        isSaid(draft) ? draft.message : left,
        isSaid(draft) ? left.native : draft.message.native,
      );
      if (isSaid(draft)) left = {};
    }
    addNative(this, left.native);
    return drafts.filter(isSaid).map(({ message }) => message);
  }
}

function isSaid({ message }: Draft): boolean {
  return message.parts.length > 0;
}

function link(messages: readonly Message[], before: string | undefined): void {
  let previous = before;
  for (const message of messages) {
    if (previous !== undefined) message.parentId = previous;
    previous = message.id;
  }
}
