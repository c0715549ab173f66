import type { Change } from "../store-plan.js";

/** Counts what changes, by field. */
export class Changes {
  readonly #byField = new Map<string, Change>();
  #attempted: Change[] | undefined;

  /** Takes one value that changes. */
  add(field: string, from: string, to: string): void {
    const change = { field, from, to, count: 1 };
    if (this.#attempted) this.#attempted.push(change);
    else this.#count(change);
  }

  /** Does what may throw; then nothing counts that was taken meanwhile. */
  attempt<Result>(edit: () => Result): Result {
    const attempted: Change[] = [];
    this.#attempted = attempted;
    try {
      const result = edit();
      for (const change of attempted) this.#count(change);
      return result;
    } finally {
      this.#attempted = undefined;
    }
  }

  /** What has changed so far, in the order in which the fields were met. */
  list(): Change[] {
    return [...this.#byField.values()];
  }

  #count(change: Change): void {
    const known = this.#byField.get(change.field);
    if (known) known.count++;
    else this.#byField.set(change.field, change);
  }
}
