/** The calls of a transcript that names no ids: a result belongs to the oldest open call of its tool. */
export class OpenCalls {
  readonly #stem: string;
  readonly #open = new Map<string, string[]>();
  #count = 0;

  /** `stem` makes the ids unique among sessions. */
  constructor(stem: string) {
    this.#stem = stem;
  }

  /** The id of a new call. */
  open(tool: string, line: number): string {
    const id = `${this.#stem}-${line}-${++this.#count}`;
    const open = this.#open.get(tool);
    if (open) open.push(id);
    else this.#open.set(tool, [id]);
    return id;
  }

  /** The id of the call that a result is for; one of its own when there is none. */
  close(tool: string, line: number): string {
    return this.#open.get(tool)?.shift() ?? `${this.#stem}-${line}-${++this.#count}`;
  }
}
