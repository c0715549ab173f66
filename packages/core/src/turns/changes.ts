/** A change to something for which a tool has no place of its own, in words for people. */
export type Change =
  | "tool call became text"
  | "result without a call became text"
  | "file became text"
  | "edit became text"
  | "piece of reasoning became text"
  | "piece of reasoning was left out"
  | "text of the tool was left out"
  | "compaction without a summary was left out"
  | "unknown record was left out";

/** Counts what could not be written as it is. */
export class Changes {
  readonly #counts = new Map<Change, number>();

  /** Takes one thing that became something else. */
  add(change: Change): void {
    this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1);
  }

  /** "2 tool calls became text, 1 file became text"; undefined when there is nothing to tell. */
  told(): string | undefined {
    const phrases = [...this.#counts].map(([change, count]) => phraseOf(change, count)).sort();
    return phrases.length === 0 ? undefined : phrases.join(", ");
  }
}

function phraseOf(change: Change, count: number): string {
  return `${count} ${count === 1 ? change : plurals[change]}`;
}

const plurals: Readonly<Record<Change, string>> = {
  "tool call became text": "tool calls became text",
  "result without a call became text": "results without a call became text",
  "file became text": "files became text",
  "edit became text": "edits became text",
  "piece of reasoning became text": "pieces of reasoning became text",
  "piece of reasoning was left out": "pieces of reasoning were left out",
  "text of the tool was left out": "texts of the tool were left out",
  "compaction without a summary was left out": "compactions without a summary were left out",
  "unknown record was left out": "unknown records were left out",
};
