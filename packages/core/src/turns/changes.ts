import type { ChangeCounts } from "../diagnostics.js";

/** The kinds of things for which a tool may have no place of their own, with words for one and for several. */
const words = {
  calls: ["tool call", "tool calls"],
  lonelyResults: ["result without a call", "results without a call"],
  files: ["file", "files"],
  edits: ["edit", "edits"],
  reasoning: ["piece of reasoning", "pieces of reasoning"],
  toolTexts: ["text of the tool", "texts of the tool"],
  compactions: ["compaction without a summary", "compactions without a summary"],
  branches: ["branch", "branches"],
  unknown: ["unknown record", "unknown records"],
} as const satisfies Record<ChangedKind, readonly [string, string]>;

/** A kind of things for which a tool may have no place of their own. */
export type ChangedKind =
  | "calls"
  | "lonelyResults"
  | "files"
  | "edits"
  | "reasoning"
  | "toolTexts"
  | "compactions"
  | "branches"
  | "unknown";

/** Counts what could not be written as it is. */
export class Changes {
  readonly #counts = new Map<ChangedKind, ChangeCounts[string]>();

  /** Takes things that became something else. */
  add(kind: ChangedKind, fate: keyof ChangeCounts[string], count = 1): void {
    const counts = this.#counts.get(kind) ?? { text: 0, leftOut: 0 };
    counts[fate] += count;
    this.#counts.set(kind, counts);
  }

  /** The counts by kind; a kind is absent where nothing changed. */
  counts(): ChangeCounts {
    return Object.fromEntries([...this.#counts].filter(([, each]) => each.text + each.leftOut > 0));
  }

  /** "2 tool calls became text, 1 file was left out"; undefined when there is nothing to tell. */
  told(): string | undefined {
    const phrases = [...this.#counts].flatMap(([kind, counts]) =>
      (["text", "leftOut"] as const).flatMap((fate) => phraseOf(kind, fate, counts[fate])),
    );
    return phrases.length === 0 ? undefined : phrases.sort().join(", ");
  }
}

function phraseOf(kind: ChangedKind, fate: keyof ChangeCounts[string], count: number): string[] {
  if (count === 0) return [];
  const [one, many] = words[kind];
  const leftOut = count === 1 ? "was left out" : "were left out";
  return [`${count} ${count === 1 ? one : many} ${fate === "text" ? "became text" : leftOut}`];
}
