import { unknownRecord } from "../diagnostics.js";
import type { Origin } from "../model.js";
import type { Context } from "../plugin.js";
import { present } from "../present.js";

/** The unknown types of the records in a file: each is told of once, however many records are of it. */
export class UnknownTypes {
  readonly #found = new Map<string, { at: Origin["at"]; count: number }>();

  /** Notes a record, with its place in the file. */
  add(type: string, at: Origin["at"]): void {
    const found = this.#found.get(type);
    if (found) found.count++;
    else this.#found.set(type, { at, count: 1 });
  }

  /** Reports each type, with the place of its first record. */
  report(path: string | undefined, { report }: Pick<Context, "report">): void {
    for (const [type, { at, count }] of this.#found)
      report(unknownRecord(present({ path, at }), type, count));
  }
}
