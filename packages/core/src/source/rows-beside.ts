import { unknownField, unknownSetting } from "../diagnostics.js";
import type { JsonObject } from "../json.js";
import type { Origin } from "../model.js";
import type { Context } from "../plugin.js";
import { Fields, type NamedFields } from "./fields.js";

/**
 * Rows of files that tell something of several sessions, as their titles. A field that nobody takes and the source
 * does not name is told of once, however many rows have it.
 */
export class RowsBeside {
  readonly #named: NamedFields;
  /** The runs that were told. */
  readonly #told = new WeakSet<object>();
  readonly #unknown = new Map<string, { origin: Origin; count: number; isWanted: boolean }>();
  readonly #hasSettings: boolean;

  /** With `hasSettings`, a tool keeps its own settings beside what is read, and new names are no loss. */
  constructor(named: NamedFields, { hasSettings = false } = {}) {
    this.#named = named;
    this.#hasSettings = hasSettings;
  }

  /** Takes the fields of a row, and notes those that are left. */
  read<Told>(raw: JsonObject, origin: Origin, take: (fields: Fields) => Told): Told {
    const fields = new Fields(raw, this.#named);
    const told = take(fields);
    fields.rest();
    for (const name of fields.unknown) {
      const isWanted = fields.misses(name);
      const found = this.#unknown.get(name) ?? { origin, count: 0, isWanted };
      this.#unknown.set(name, { ...found, count: found.count + 1 });
    }
    return told;
  }

  /** Reports each unknown field, with the place of the first row that has it, once in a run. */
  report(context: Pick<Context, "report">): void {
    if (this.#told.has(context)) return;
    this.#told.add(context);
    for (const [name, { origin, count, isWanted }] of this.#unknown)
      context.report(
        isWanted || !this.#hasSettings
          ? unknownField(origin, name, count)
          : unknownSetting(origin, name, count),
      );
  }
}
