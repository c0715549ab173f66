import {
  type Branch,
  defined,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  present,
  type ReasoningPart,
  type ToolCall,
} from "@chatexport/core";
import { syntheticOf } from "@chatexport/core/read";
import {
  addNative,
  Draft,
  type Fate,
  type Fields,
  type Holder,
  keepRest,
} from "@chatexport/core/source";
import { callOf, isMasked, resultOf, textIn } from "./calls.js";
import { type Said, saidIn } from "./content.js";
import { promptParts } from "./prompt.js";
import { type GeminiRecord, messageOf } from "./record.js";
import { usageOf } from "./usage.js";

/**
 * A conversation while its records are read. The tool goes on with what its last list of messages says, in which
 * results are masked and messages are gone. Here all stay that were ever seen, each once, as it was first.
 */
export class Conversation implements Holder {
  readonly draft = new Draft();
  readonly branches: Branch[] = [];
  /** The last name that the tool gave the session. */
  summary: string | undefined;
  native?: Holder["native"] & object;
  readonly #isAgent: (id: Json) => boolean;
  readonly #calls = new Map<string, { call: ToolCall; message: Message }>();
  /** By author and id of a record, the message that it became, or repeats. */
  readonly #messages = new Map<string, Message>();
  /** The content of each message in its own record. */
  readonly #said = new Map<Message, { type: string; text: string; calls: readonly string[] }>();
  /** The messages with which the tool goes on. */
  #current = new Set<Message>();
  /** Those of them that no list of the tool has had yet. */
  #fresh = new Set<Message>();

  constructor(isAgent: (id: Json) => boolean) {
    this.#isAgent = isAgent;
  }

  /** Reads a message, or what a later record says of one. */
  say(record: GeminiRecord, how: Telling = "recorded"): Message {
    const { type, id = `record-${record.at}`, createdAt, fields } = record;
    const said = saidIn(fields.objects("content"), "upload");
    const key = `${type} ${id}`;
    const parts = partsOf(type, said.parts, saidIn(fields.objects("displayContent"), "upload"));
    const known = this.#messages.get(key);
    const message = known ?? this.#repeatedBy(said) ?? this.#begin({ ...record, id }, parts);
    if (known) addParts(known, parts);
    else addFragment(message, defined({ id, createdAt }));
    const calls = said.calls.flatMap((call) => call.text("id") ?? []);
    if (!this.#said.has(message))
      this.#said.set(message, { type, text: textIn(said.parts).trim(), calls });
    this.#messages.set(key, message);
    if (isOf(message, type)) this.#current.add(message);
    this.#addTo(message, fields, said, how);
    return message;
  }

  /** Reads what is said of the session as a whole; a list of messages replaces the one that the tool has had. */
  tell({ at, path, fields, raw }: GeminiRecord): void {
    for (const name of ["sessionId", "kind"]) fields.text(name);
    for (const name of ["startTime", "lastUpdated"]) fields.time(name);
    this.summary = fields.text("summary") ?? this.summary;
    const items = fields.objects("messages");
    if (items.length === 0) return;
    const before = this.draft.messages.length;
    const listed = items.flatMap((item) => {
      const record = { ...messageOf(item), ...defined({ at, path, raw }) };
      const message = this.say(record, "listed");
      keepRest(message, item, "message", this.draft.tally);
      return isOf(message, record.type) ? [message] : [];
    });
    this.#replace(listed, this.draft.messages.slice(before));
  }

  /** Takes back a message and all behind it. */
  rewindTo(id: string): Fate {
    const { messages } = this.draft;
    const at = messages.findIndex(
      (message) => message.id === id || message.fragments?.some((fragment) => fragment.id === id),
    );
    const [first, ...others] = at === -1 ? [] : messages.splice(at);
    if (!first) return { skipped: "rewind-to-nothing" };
    const left = [first, ...others];
    for (const message of left) this.#current.delete(message);
    const forkedFrom = messages.at(-1)?.id;
    this.branches.push(
      present<Branch>({ id: first.id, forkedFrom, reason: "rewind", messages: left }),
    );
    return { kept: first };
  }

  #begin({ id = "", type, at, path, createdAt }: GeminiRecord, parts: Part[]): Message {
    const role =
      type === "message/gemini" ? "assistant" : type === "message/user" ? "user" : "system";
    const synthetic = syntheticOf(parts);
    const message = this.draft.write({ id, at, createdAt }, role, parts, { synthetic });
    message.origin = present({ path, at });
    if (textIn(parts).includes("<state_snapshot>")) compact(message);
    this.#fresh.add(message);
    return message;
  }

  #addTo(message: Message, fields: Fields, said: Said, how: Telling): void {
    message.parts.unshift(...unsaidIn(message, fields.objects("thoughts").map(thoughtOf)));
    for (const [at, call] of fields.objects("toolCalls").entries())
      this.#addCall(call, `${message.id}-call-${at}`, message, how);
    for (const [at, call] of said.calls.entries())
      this.#addCall(call, `${message.id}-call-${at}`, message, "named");
    for (const answer of said.results) this.#addAnswer(answer, message);
    const counts = fields.object("tokens");
    const facts = defined({ model: fields.text("model"), usage: counts && usageOf(counts) });
    Object.assign(message, { ...facts, ...(message.usage && { usage: message.usage }) });
  }

  /** A call, or what a later record says of it: of its results, the one that is whole stays. */
  #addCall(fields: Fields, place: string, message: Message, how: Telling | "named"): void {
    const id = fields.text("id") ?? place;
    const call = callOf(fields, id, this.#isAgent);
    if (!call) return;
    const known = this.#calls.get(id)?.call;
    if (!known) {
      if (how === "named") call.status = "pending";
      this.#calls.set(id, { call, message });
      message.parts.push(call);
      return;
    }
    const isMaskedNow = call.result !== undefined && isMasked(call.result);
    const isBetter =
      !known.result ||
      (call.result && !isMaskedNow && (how === "recorded" || isMasked(known.result)));
    if (isBetter && how !== "named") Object.assign(known, call);
    else addNative(known, differing(call, known, isMaskedNow));
  }

  /** Adds a tool's answer, as the model got it; mostly the call has it already. */
  #addAnswer(fields: Fields, message: Message): void {
    const name = fields.text("name");
    const id = fields.text("id") ?? this.#waiting(name) ?? `${message.id}-call`;
    const result = resultOf({ parts: [], calls: [], results: [fields] }, id);
    const call = this.#calls.get(id)?.call;
    if (!result) return;
    if (!call) message.parts.push({ type: "tool-result", toolCallId: id, result });
    else if (!call.result) {
      call.result = result;
      if (call.status === "pending") call.status = result.isError ? "failed" : "completed";
    } else {
      addNative(call.result, result.native);
      if (result.content.length > 0 && !isMasked(result))
        addNative(call.result, differing({ content: result.content }, call.result));
    }
  }

  /** The last call of a tool that waits for its result: calls of 2025 have no ids. */
  #waiting(name: string | undefined): string | undefined {
    const calls = [...this.#calls.values()].map(({ call }) => call);
    return calls.findLast((call) => call.name === name && !call.result)?.id;
  }

  /** The message of the calls that a record repeats, which says nothing else. */
  #repeatedBy({ parts, calls, results }: Said): Message | undefined {
    if (parts.length > 0) return undefined;
    const named = [...calls, ...results].map((part) => {
      const id = part.text("id") ?? this.#waiting(part.text("name"));
      return this.#calls.get(id ?? "");
    });
    return named.every((known) => known !== undefined) ? named[0]?.message : undefined;
  }

  /**
   * The list of the tool is another one. Messages that it lacks stay where they are; new ones that repeat these
   * are left out; the first other one sums up what is gone.
   */
  #replace(listed: readonly Message[], begun: readonly Message[]): void {
    const places = new Map(this.draft.messages.map((message, place) => [message, place]));
    const kept = new Set(listed);
    const placeOf = (message: Message) => places.get(message) ?? -1;
    const gone = [...this.#current]
      .filter((message) => !kept.has(message))
      .sort((a, b) => placeOf(a) - placeOf(b));
    const signatures = gone.map((message) => this.#signatureOf(message));
    const repeats = new Map<Message, Message>();
    let last = gone.length - 1;
    for (const message of [...kept].reverse()) {
      if (!this.#fresh.has(message)) continue;
      const signature = this.#signatureOf(message);
      let at = last;
      while (at >= 0 && signatures[at] !== signature) at--;
      const original = gone[at];
      if (!original || placeOf(original) > placeOf(message)) continue;
      repeats.set(message, original);
      last = at - 1;
    }
    this.#leaveOut(repeats);
    this.#current = new Set(listed.map((message) => repeats.get(message) ?? message));
    this.#fresh.clear();
    if (gone.length === repeats.size) return;
    const written = begun.filter((message) => !repeats.has(message) && !message.synthetic);
    const summary = written.find(({ role }) => role === "user");
    if (summary) compact(summary);
    for (const message of written)
      if (message.role === "assistant" && !message.model) markWritten(message);
  }

  /**
   * The signature that shows that a message with another id repeats one: its text, and its calls.
   */
  #signatureOf(message: Message): string {
    const { type = "", text = "", calls = [] } = this.#said.get(message) ?? {};
    const own = message.parts.flatMap((part) => (part.type === "tool-call" ? part.id : []));
    return JSON.stringify([type, text, [...new Set([...calls, ...own])].sort()]);
  }

  #leaveOut(repeats: ReadonlyMap<Message, Message>): void {
    if (repeats.size === 0) return;
    for (const [message, original] of repeats) {
      addFragment(original, message);
      addParts(original, message.parts);
      addNative(original, message.native);
    }
    const { messages } = this.draft;
    messages.splice(0, messages.length, ...messages.filter((message) => !repeats.has(message)));
    for (const [key, message] of this.#messages)
      this.#messages.set(key, repeats.get(message) ?? message);
  }
}

/** The way in which something is told: in a record of its own, or in a list, where results may be masked. */
type Telling = "recorded" | "listed";

/**
 * True when a record is, or repeats, a message: the results of calls come from the user, and belong to an
 * answer.
 */
function isOf({ role }: Message, type: string): boolean {
  return type !== "message/user" || role !== "assistant";
}

function partsOf(type: string, said: readonly Part[], { parts: shown }: Said): Part[] {
  if (type === "message/user") return promptParts(said, shown);
  const level = levels.find((word) => type === `message/${word}`);
  return said.map((part) =>
    level && part.type === "text" ? { type: "notice", level, text: part.text } : part,
  );
}

const levels = ["info", "warning", "error"] as const;

function thoughtOf(thought: Fields): ReasoningPart {
  const [subject, text] = [thought.text("subject"), thought.text("description")];
  thought.time("timestamp");
  const lines = [subject && `**${subject}**`, text].filter(Boolean);
  return { type: "reasoning", ...(lines.length > 0 && { text: lines.join("\n\n") }) };
}

/**
 * The parts among some that a message lacks. It may have their texts in other pieces, with other
 * spaces.
 */
function unsaidIn({ parts: own }: Message, parts: readonly Part[]): Part[] {
  if (parts.length === 0) return [];
  const said = bare(own.map(contentOf).join(""));
  return parts.filter((part) => !said.includes(bare(contentOf(part))));
}

function contentOf(part: Part): string {
  if (part.type === "compaction") return part.summary ?? "";
  if (part.type === "file") return part.data ?? part.url ?? part.text ?? "";
  return "text" in part ? (part.text ?? "") : part.type === "unknown" ? JSON.stringify(part) : "";
}

function bare(text: string): string {
  return text.replace(/[\s*]+/g, "");
}

function compact(message: Message): void {
  const summary = textIn(message.parts);
  message.role = "system";
  message.parts = [{ type: "compaction", summary }];
}

/** Marks the words that the tool has its model say, so that a summary is followed by an answer. */
function markWritten(message: Message): void {
  message.synthetic = "context";
  message.parts = message.parts.map((part) =>
    part.type === "text" ? { ...part, synthetic: "context" } : part,
  );
}

/** Adds what a message has not said yet; a thought that it has may come again with its signature. */
function addParts(message: Message, parts: readonly Part[]): void {
  message.parts.push(...unsaidIn(message, parts));
  for (const part of parts) {
    if (part.type !== "reasoning" || !part.signature) continue;
    const known = message.parts.find(({ type }) => type === "reasoning");
    if (known?.type === "reasoning") known.signature ??= part.signature;
  }
}

function addFragment(message: Message, { id, createdAt }: Pick<Message, "id" | "createdAt">): void {
  if (message.id === id || message.fragments?.some((fragment) => fragment.id === id)) return;
  message.fragments = [...(message.fragments ?? []), defined({ id, createdAt })];
}

/** The fields of a call or a result that differ from before. */
function differing(later: object, known: object, isMaskedNow = false): JsonObject | undefined {
  const before = new Map(Object.entries(known));
  const others = Object.entries(later).filter(
    ([name, value]) =>
      /^(?:name|title|input|content|result)$/.test(name) &&
      !(isMaskedNow && name === "result") &&
      JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}
