import type { JsonObject } from "@chatexport/core";
import { textOf, wordOf } from "@chatexport/core/read";
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
import { CopiedRecords } from "./copied-records.js";
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
