import type { CopiedFrom, JsonObject } from "@chatexport/core";
import { objectOf, textOf, wordOf } from "@chatexport/core/read";
import { HeadBuilder } from "../head/head.js";
import { PromptQueue } from "../records/lost-prompts.js";
import { repeated } from "../records/named-fields.js";
import {
  conversationTypes,
  type Entry,
  isAboutSession,
  recordsOf,
  skipReason,
} from "../records/records.js";
import { TranscriptTools } from "../tools/transcript-tools.js";
import { definitionsIn } from "./tool-definitions.js";
import { retractedUuids } from "./turn-rules.js";

/** The records of a transcript by what they are about, with what others than its own reader ask of each. */
export class RecordIndex {
  /** Those about the session. */
  readonly state: Entry[] = [];
  /** Records of requests to the model, which repeat the conversation. */
  readonly requestLog: JsonObject[] = [];
  /** All others. */
  readonly conversation: Entry[] = [];
  readonly head = new HeadBuilder();
  readonly uuids = new Set<unknown>();
  /** Of records that were taken back. */
  readonly retracted = new Set<string>();
  /** The texts that records repeat, as they are on the first record that has them. */
  readonly repeated: Record<string, string> = {};
  readonly tools = new TranscriptTools();
  readonly definitions: JsonObject[] = [];
  readonly copied = new CopiedRecords();
  readonly queue = new PromptQueue();
  readonly #missing = new Set(["version", "gitBranch", ...repeated]);

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) this.#add(entry);
  }

  #add(entry: Entry): void {
    const { record } = entry;
    for (const each of recordsOf([entry])) this.head.add(each);
    this.uuids.add(record.uuid);
    if (isAboutSession(record)) this.state.push(entry);
    else if (skipReason(record) === "request-log") this.requestLog.push(record);
    else this.#addToConversation(entry);
  }

  #addToConversation(entry: Entry): void {
    const { record } = entry;
    this.conversation.push(entry);
    this.tools.add(record);
    this.copied.add(record);
    this.queue.add(record);
    for (const uuid of retractedUuids(record)) this.retracted.add(uuid);
    this.definitions.push(...definitionsIn(record));
    // Journals and notes name other sub-agents than the one that the transcript is of.
    if (!conversationTypes.has(wordOf(record.type))) return;
    for (const name of this.#missing) {
      const value = textOf(record[name]);
      if (value === undefined) continue;
      this.repeated[name] = value;
      this.#missing.delete(name);
    }
  }
}

/**
 * The origins of the records that a fork has copied. The SDK gives them new uuids and names the old ones in
 * `forkedFrom`; `/branch` does the same, but keeps the uuids; `--fork-session` writes nothing besides
 * (2.1.330). Answers name in all of them the session in which the model gave them, which can be older than
 * the one that was forked, and the records before them belong to the same one.
 */
class CopiedRecords {
  readonly #origins = new Map<JsonObject, string>();
  /** Since the last response that was made in another session. */
  #run: JsonObject[] = [];

  /** Takes a record; they must come in the order of the file. */
  add(record: JsonObject): void {
    this.#run.push(record);
    const { requestSessionId, sessionId } = record;
    const origin = requestSessionId === sessionId ? undefined : textOf(requestSessionId);
    if (origin === undefined) return;
    for (const each of this.#run) this.#origins.set(each, origin);
    this.#run = [];
  }

  /** The place from which a record was copied, once all are added. */
  originOf(record: JsonObject): CopiedFrom | undefined {
    const uuid = textOf(record.uuid);
    const forkedFrom = objectOf(record.forkedFrom);
    const messageId = textOf(forkedFrom?.messageUuid) ?? uuid;
    const origin = messageId === uuid ? this.#origins.get(record) : undefined;
    const sessionId = origin ?? textOf(forkedFrom?.sessionId);
    return uuid && messageId && sessionId ? { sessionId, messageId } : undefined;
  }
}
