/** Finds the ends of code spans in a text, in linear time however many runs of backticks it has. */
export class Backticks {
  readonly #text: string;
  /** Starts of the runs, by their length, in descending order. */
  #runs: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The end of the code span whose first backtick is at an index, or of the backticks when nothing closes
   * it. Later calls must ask for later indexes.
   */
  skip(at: number): number {
    const start = runEnd(this.#text, at);
    const size = start - at;
    this.#runs ??= runsOf(this.#text);
    const closers = this.#runs.get(size) ?? [];
    for (;;) {
      const closer = closers.at(-1);
      if (closer === undefined) return start;
      if (closer >= start) return closer + size;
      closers.pop();
    }
  }
}

function runsOf(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let at = text.indexOf("`"); at !== -1; ) {
    const end = runEnd(text, at);
    const starts = runs.get(end - at);
    if (starts) starts.push(at);
    else runs.set(end - at, [at]);
    at = text.indexOf("`", end);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end++;
  return end;
}

/** The brackets that are open in a text, which decide whether a `]` ends a link. */
export class Brackets {
  #open = 0;
  /** As many of the outermost brackets cannot become links: there is a link in them. */
  #around = 0;

  /** True when no bracket is open. */
  get none(): boolean {
    return this.#open === 0;
  }

  /** A `[`. */
  open(): void {
    this.#open++;
  }

  /** A `]`; whether it closes a bracket that may become a link. */
  close(): boolean {
    if (this.#open === 0) return false;
    this.#open--;
    const mayLink = this.#open >= this.#around;
    this.#around = Math.min(this.#around, this.#open);
    return mayLink;
  }

  /** The last closed bracket became a link, so no bracket around it can. */
  linked(): void {
    this.#around = this.#open;
  }
}
