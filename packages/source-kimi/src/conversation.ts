import { basename, dirname } from "node:path";
import {
  type Branch,
  type Message,
  type Part,
  present,
  type Session,
  type Todo,
  type ToolCall,
  type ToolDefinition,
  type Usage,
} from "@chatexport/core";
import { getOrAdd, uniqueId, withoutLinesEnding } from "@chatexport/core/read";
import {
  Draft,
  type Holder,
  type MessageFacts,
  type RecordReader,
  sumOfUsage,
} from "@chatexport/core/source";
import type { KimiRecord } from "./record.js";

/** Readers of records, by their types. */
export type Readers = Readonly<Record<string, RecordReader<KimiRecord, [Conversation]>>>;

/** A request to the model, and the answer that came. */
interface Step {
  begin?: KimiRecord;
  message?: Message;
}

/** A session or sub-agent while its records are read, in the order of its files. */
export class Conversation implements Holder {
  readonly draft = new Draft();
  /** By the ids that the records have; of calls with the same id the last one. */
  readonly calls = new Map<string, ToolCall>();
  readonly steps = new Map<string, Step>();
  lastCall: ToolCall | undefined;
  lastStep: Step | undefined;
  /** The calls to which requests to the user belong, by the ids of these. */
  readonly requests = new Map<string, ToolCall>();
  /** Decisions about calls whose own records come later. */
  readonly decisions = new Map<string, KimiRecord>();
  /** Prompts of which the copy in the model's context comes later. */
  readonly prompts: { key: string; message: Message }[] = [];
  /** The last message of the user in the model's context that no prompt came before. */
  copy: { key: string; message: Message } | undefined;
  /** Tokens of requests whose answer is no message, or not yet. */
  readonly spare: { record: KimiRecord; usage: Usage }[] = [];
  /** The compaction that has begun. */
  compaction: KimiRecord | undefined;
  /** Sub-agents of which the log has the records. */
  readonly agents = new Map<string, Conversation>();
  /** The calls that started sub-agents, by the ids of these. */
  readonly starts = new Map<string, string>();
  readonly tools = new Map<string, ToolDefinition>();
  todos: Todo[] = [];
  instructions: string | undefined;
  /** Of the requests to come. */
  readonly about: Pick<MessageFacts, "model" | "provider" | "effort" | "mode"> = {};
  /** The name of the model in the settings of the tool. */
  alias: string | undefined;
  /** The number of messages that were copied from another session. */
  copied = 0;
  cwd: string | undefined;
  usage: Usage | undefined;
  native?: Holder["native"] & object;
  /** The file that is being read. */
  path: string;
  /** The first file; messages of others say where they were read. */
  readonly #main: string;
  readonly #callIds = new Set<string>();
  readonly #branches: { messages: Message[]; after: Message | undefined }[] = [];
  readonly #left = new Set<Message>();

  constructor(path: string) {
    this.path = path;
    this.#main = path;
  }

  /** The folder of the file that is being read. */
  get folder(): string {
    return dirname(this.path);
  }

  /** The messages that were not left. */
  get active(): Message[] {
    return this.draft.messages.filter((message) => !this.#left.has(message));
  }

  /** Finds the message that a message of the model's context repeats. */
  find: (copy: Pick<Message, "role" | "parts">) => Message | undefined = ({ role, parts }) => {
    const key = keyOf({ role, parts });
    const at = this.prompts.findIndex((prompt) => prompt.key === key);
    return at === -1 ? undefined : this.prompts.splice(at, 1)[0]?.message;
  };

  /** Begins a message. */
  begin(
    { id, at, createdAt }: Pick<KimiRecord, "id" | "at" | "createdAt">,
    role: Message["role"],
    parts: Part[],
    more?: MessageFacts,
  ): Message {
    const { path } = this;
    const isOther = path !== this.#main;
    const own = isOther ? `${withoutLinesEnding(basename(path))}-${at}` : undefined;
    for (const part of parts) if (part.type === "tool-call") this.addCall(part);
    const message = this.draft.write({ id: id ?? own, at, createdAt }, role, parts, more);
    if (isOther) message.origin = { path, at };
    return message;
  }

  /** Notes a call by its id, which becomes another one if it is taken. */
  addCall(call: ToolCall): void {
    this.calls.set(call.id, call);
    this.lastCall = call;
    call.id = uniqueId(call.id, this.#callIds.size, this.#callIds);
  }

  /** A call of this conversation, or of a sub-agent with records in the same log. */
  callAt(id: string | undefined): ToolCall | undefined {
    if (id === undefined) return undefined;
    const conversations: Conversation[] = [this, ...this.agents.values()];
    return conversations.find(({ calls }) => calls.has(id))?.calls.get(id);
  }

  /** Notes a request by the id of its answer. */
  setStep(id: string, step: Step): Step {
    this.steps.set(id, step);
    this.lastStep = step;
    return step;
  }

  /** The answer to which a record belongs; the first of its records begins it. */
  answer(record: KimiRecord, stepId = ""): Message {
    const step = this.steps.get(stepId) ?? this.setStep(stepId, {});
    if (!step.message) {
      const { begin } = step;
      const createdAt = begin?.createdAt ?? record.createdAt;
      const from = present<KimiRecord>({ ...record, id: stepId || undefined, createdAt });
      step.message = this.begin(from, "assistant", [], this.about);
      if (begin) this.draft.keep(begin, step.message);
    }
    return step.message;
  }

  /** The sub-agent of which this log has the records. */
  agent(id: string): Conversation {
    return getOrAdd(this.agents, id, () => new Conversation(this.path));
  }

  /** Counts the records whose further ones never came. */
  end(): void {
    const { steps, draft, decisions, spare, compaction } = this;
    for (const { begin, message } of steps.values())
      if (begin && !message) draft.leaveOut(begin, "unanswered");
    for (const record of decisions.values()) draft.keep(record, this);
    if (compaction) draft.keep(compaction, this);
    for (const { record } of spare) draft.keep(record, this);
    // Only the sum has the tokens of requests that no message answers.
    const counts = [...draft.messages, ...spare].flatMap(({ usage }) => usage ?? []);
    if (spare.length > 0) this.usage = counts.reduce(sumOfUsage);
  }

  /** Leaves messages, which become a branch. */
  leave(messages: readonly Message[]): void {
    const gone = messages.filter((message) => !this.#left.has(message));
    const [first] = gone;
    if (!first) return;
    const before = this.draft.messages.slice(0, this.draft.messages.indexOf(first));
    const after = before.findLast((message) => !this.#left.has(message));
    this.#branches.push({ messages: gone, after });
    for (const message of gone) this.#left.add(message);
  }

  /** The active line and the branches, in each of which a message follows the one before it. */
  lines(): Pick<Session, "messages" | "branches"> {
    const messages = this.active;
    chain(messages, undefined);
    const branches = this.#branches.map(({ messages, after }): Branch => {
      chain(messages, after);
      const id = messages[0]?.id ?? "";
      return present<Branch>({ id, forkedFrom: after?.id, reason: "rewind", messages });
    });
    return branches.length === 0 ? { messages } : { messages, branches };
  }
}

function chain(messages: readonly Message[], after: Message | undefined): void {
  let before = after;
  for (const message of messages) {
    if (before) message.parentId = before.id;
    else delete message.parentId;
    before = message;
  }
}

/** By which the two records of a message are known: its role, and the beginning of what it says. */
export function keyOf({ role, parts }: Pick<Message, "role" | "parts">): string {
  const said = parts.flatMap((part) => (part.type === "text" ? part.text : []));
  const others = parts.map((part) => ("text" in part ? part.text : JSON.stringify(keyed(part))));
  return `${role} ${(said[0] ?? others[0] ?? "").trim().slice(0, longestKey)}`;
}

function keyed(part: Part): unknown {
  return part.type === "tool-call" ? [part.name, part.input] : part.type;
}

const longestKey = 200;
