import { type JsonObject, setField } from "../json.js";
import type { TallyCounter } from "../tally.js";
import type { Fields } from "./fields.js";

/** Keeps the fields of a record that nobody has taken: the message, part or session that the record became, or changed. */
export interface Holder {
  native?: JsonObject;
}

/**
 * Adds fields to what something keeps. What another record has said under the same name stays: the
 * second value is "name~2".
 */
export function addNative(holder: Holder, fields: JsonObject | undefined): void {
  if (!fields) return;
  for (const [name, value] of Object.entries(fields)) {
    holder.native ??= {};
    let free = name;
    const isOther = (at: string) => JSON.stringify(holder.native?.[at]) !== JSON.stringify(value);
    for (let count = 2; Object.hasOwn(holder.native, free) && isOther(free); count++)
      free = `${name}~${count}`;
    setField(holder.native, free, value);
  }
}

/** Keeps what nobody has taken of a record, and tells which names in that are unknown. */
export function keepRest(holder: Holder, fields: Fields, place: string, tally: TallyCounter): void {
  addNative(holder, fields.rest());
  for (const name of fields.unknown) tally.unknownField(`${place}-key`, name);
}
