import {
  type Branch,
  type JsonObject,
  type Message,
  type NoticePart,
  nonEmpty,
  type Part,
  present,
  type ToolCall,
  type ToolDefinition,
} from "@chatexport/core";
import {
  type DamagedText,
  fieldsWhere,
  isSameFolder,
  objectOf,
  objectsOf,
  type TallyCounter,
  textOf,
  uniqueId,
} from "@chatexport/core/read";
import { damagedNotice } from "@chatexport/core/source";
import type { Draft } from "./draft.js";
import { NotedCalls } from "./noted-calls.js";
import { Prompts } from "./prompts.js";
import type { CodexRecord, Fate } from "./records.js";
import { TokenCounts } from "./token-counts.js";
import { TwoViews } from "./two-views.js";
import type { UserCommand } from "./user-commands.js";

/** Where a message begins, and when. */
type RecordPlace = Pick<CodexRecord, "at" | "ordinal" | "type" | "createdAt" | "inferredAt">;

/** A conversation while its records are read, one after the other. */
export class Conversation {
  /** The active branch. */
  drafts: Draft[] = [];
  readonly branches: Branch[] = [];
  readonly calls = new Map<string, ToolCall>();
  readonly views = new TwoViews();
  readonly notedCalls = new NotedCalls();
  readonly prompts = new Prompts();
  /** What a turn sets for all that follows. */
  settings: { cwd?: string; model?: string; effort?: string; mode?: string } = {};
  /** Its other settings as JSON, where they have changed also for the next message. */
  turnNative: string | undefined;
  pendingNative: JsonObject | undefined;
  /** The response of the model that is being read. */
  response: Draft | undefined;
  /** The last answer, to which the tokens belong that are counted next. */
  lastAnswer: Draft | undefined;
  /** The last call: what a script of its own calls stands behind it. */
  lastCall: ToolCall | undefined;
  /** The last command of a person that the tool had not noted when the model was told of it. */
  toldCommand: { command: UserCommand; message: Message } | undefined;
  /** What the model said for the compaction that comes. */
  summary: string | undefined;
  /** The last turn has a compaction. */
  isCompacted = false;
  /** The total of tokens when they were last counted. */
  lastTotal: JsonObject | undefined;
  readonly tokens: TokenCounts;
  /** Each response has a record of its tokens. */
  hasUsageRecords = false;
  goal: JsonObject | undefined;
  /** The notice of what a review found, with words by which the answer that repeats it is known. */
  review: { notice: NoticePart; sign: string } | undefined;
  /** The calls that started sub-agents, by the sessions of these. */
  readonly callers = new Map<string, string>();
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #ids = new Set<string>();
  /** Counts the records of what is read now. */
  tally: TallyCounter;
  /** The session whose file is read now, when that is another one. */
  readingFrom: string | undefined;
  /** The file that is read now, when it is not the session's first. */
  path: string | undefined;
  /** Where the session began. */
  readonly #cwd: string | undefined;

  constructor(tally: TallyCounter, cwd: string | undefined) {
    this.tally = tally;
    this.tokens = new TokenCounts(() => this.tally);
    this.#cwd = cwd;
  }

  /** Begins a message. */
  begin(record: RecordPlace, role: Message["role"], parts: Part[], id?: string): Draft {
    const { cwd, model, effort } = this.settings;
    // Another model speaks.
    const isAnswer = role === "assistant" && record.type !== "realtime_item";
    const messageId = uniqueId(id ?? `record-${record.ordinal}`, record.ordinal, this.#ids);
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
      native: this.pendingNative,
    });
    this.pendingNative = undefined;
    const draft = { message, ordinal: record.ordinal, isPrompt: false };
    this.drafts.push(draft);
    if (isAnswer) {
      if (record.type === "response_item") this.tokens.begin(message);
      this.lastAnswer = draft;
    }
    return draft;
  }

  /** Adds parts to the response that is being read, or begins one. */
  answer(record: CodexRecord, parts: Part[], id?: string): Draft {
    if (record.type === "response_item") {
      this.tokens.hasItems = true;
      this.prompts.answer();
    }
    if (this.response) {
      this.response.message.parts.push(...parts);
      if (record.createdAt !== undefined) this.response.message.completedAt = record.createdAt;
    } else this.response = this.begin(record, "assistant", parts, id);
    return this.response;
  }

  /** Adds something that stands for itself: it ends the response before it. */
  add(record: CodexRecord, part: Part): Fate {
    this.response = undefined;
    this.begin(record, "system", [part]);
    return "kept";
  }

  /** Adds a note where a damaged record stood. */
  addDamaged(damaged: DamagedText): void {
    const at = damaged.line;
    const ordinal = this.drafts.at(-1)?.ordinal ?? 0;
    this.response = undefined;
    this.begin({ at, ordinal, type: "damaged" }, "system", [damagedNotice(damaged)], `line-${at}`);
  }

  /** Adds tools that the model was told of. */
  addTools(tools: unknown): void {
    for (const { name, description, parameters, ...rest } of objectsOf(tools)) {
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

  /** Ends a file, or the part of it that was not taken back. */
  settle(): void {
    for (let left = this.views.end(); left > 0; left--) this.tally.keep();
    this.tokens.end();
    this.notedCalls.end();
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

  /** Takes the last turns of the user back; what stands before the first of them stays. */
  rollBack(turns: number): void {
    this.prompts.settle();
    const prompts = this.drafts.flatMap(({ isPrompt }, index) => (isPrompt ? index : []));
    const index = prompts.slice(-turns)[0];
    if (turns > 0 && index !== undefined) this.#cutFrom(index, true);
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

  /** The active branch. */
  messages(): Message[] {
    const messages = messagesOf(this.drafts);
    link(messages, undefined);
    return messages;
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
