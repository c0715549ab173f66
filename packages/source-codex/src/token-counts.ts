import { type Message, present } from "@chatexport/core";
import { type Fate, type Fields, sumOfUsage } from "@chatexport/core/source";
import type { CodexRecord, Ledger } from "./records.js";
import { usageOf } from "./usage.js";

/** Tokens, and the answer that they were added to. */
interface Counted {
  record: CodexRecord;
  counts: Fields;
  /** Absent when none has come yet. */
  answer: Message | undefined;
  /** The usage before. */
  before: Message["usage"];
}

/** Gives the tokens that a file counts to the answers that used them. */
export class TokenCounts {
  /** The file has an item of an answer. */
  hasItems = false;
  /** The file is of a sub-agent, newer than those with tokens first: it may begin with copied tokens alone. */
  isOfAgent = false;
  /** The last counts of an event, until the next answer begins. */
  #counted: Counted | undefined;
  /** Until about 0.50 (2025), the items of a response were written after its tokens; known when tokens come. */
  #areCountsFirst: boolean | undefined;
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Adds tokens to the last answer; those of an event may prove to be of the next one. */
  add(record: CodexRecord, counts: Fields, answer?: Message, isEvent = false): Fate {
    this.#forget();
    this.#areCountsFirst ??= !this.hasItems && !this.isOfAgent;
    const before = answer?.usage;
    const own = usageOf(counts);
    const usage = before ? sumOfUsage(before, own ?? {}) : own;
    if (!usage || (!answer && !isEvent)) return { skipped: "usage-of-no-answer" };
    if (isEvent) this.#counted = { record, counts, answer, before };
    if (!answer) return "later";
    answer.usage = usage;
    return { kept: answer };
  }

  /** Moves what was counted last to an answer that begins with an item, when it was counted for this one. */
  begin(message: Message): void {
    if (!this.#counted) return;
    const { record, counts, answer, before } = this.#counted;
    // What the tool alone had said of this answer was taken back.
    const isEmptied = answer?.parts.length === 0;
    if (this.#areCountsFirst || isEmptied) {
      if (!answer) this.#ledger.keep(record, message);
      else if (before) answer.usage = before;
      else delete answer.usage;
      Object.assign(message, present({ usage: usageOf(counts) }));
      this.#counted = undefined;
    }
    this.#forget();
  }

  /** Ends a file, or the part of it that was not taken back. */
  end(): void {
    this.#forget();
    this.hasItems = false;
    this.#areCountsFirst = undefined;
  }

  #forget(): void {
    if (this.#counted && !this.#counted.answer)
      this.#ledger.leaveOut(this.#counted.record, "usage-of-no-answer");
    this.#counted = undefined;
  }
}
