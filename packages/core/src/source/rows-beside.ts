import { type Json, type JsonObject, listOf, objectOf, saysSomething } from "../json.js";
import type { Origin } from "../model.js";
import type { Context } from "../plugin.js";
import { unknownField, unknownSetting } from "./diagnostics.js";
import { Fields } from "./fields.js";
import type { NamedFields } from "./named-fields.js";

/** Takes the fields of a row; what it does not take is noted, also where it looks at the row as it is stored. */
export type RowReader<Told> = (fields: Fields, raw: JsonObject) => Told;

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
  read<Told>(raw: JsonObject, origin: Origin, take: RowReader<Told>): Told {
    const fields = new Fields(raw, this.#named);
    const told = take(fields, raw);
    fields.rest();
    const wanted = new Set(fields.otherKinds);
    for (const name of new Set([...wanted, ...fields.unknown]))
      this.#note(name, origin, wanted.has(name));
    return told;
  }

  /** Takes the fields of each row of a list. One that is no object, and a list that is none, are noted by its name. */
  readEach<Told>(
    list: Json | undefined,
    name: string,
    origin: Origin,
    take: RowReader<Told>,
  ): Told[] {
    return (listOf(list) ?? (saysSomething(list) ? [list] : [])).flatMap((item, index) => {
      const row = listOf(list) && objectOf(item);
      const at = `${origin.at ?? ""}/${index}`;
      if (row) return [this.read(row, { ...origin, at }, take)];
      this.#note(name, origin, true);
      return [];
    });
  }

  #note(name: string, origin: Origin, isWanted: boolean): void {
    const found = this.#unknown.get(name) ?? { origin, count: 0, isWanted };
    this.#unknown.set(name, { ...found, count: found.count + 1 });
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
