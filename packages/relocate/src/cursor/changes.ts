import type { Change } from "../store-plan.js";

/** Counts what changes, field by field. */
export class Changes {
  readonly #byField = new Map<string, Change>();

  add(field: string, from: string, to: string): void {
    const known = this.#byField.get(field);
    if (known) known.count++;
    else this.#byField.set(field, { field, from, to, count: 1 });
  }

  list(): Change[] {
    return [...this.#byField.values()];
  }
}
