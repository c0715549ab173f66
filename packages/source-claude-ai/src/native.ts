import type { Json, JsonObject } from "@chatexport/core";
import { listOf, setField } from "@chatexport/core/read";

/**
 * The fields of a record that have no place in the model. Most records have many that say nothing:
 * null, false, empty.
 */
export function remainder(
  record: JsonObject,
  consumed: ReadonlySet<string>,
): JsonObject | undefined {
  let rest: JsonObject | undefined;
  for (const name in record) {
    const value = record[name];
    if (value === undefined || consumed.has(name) || saysNothing(value)) continue;
    rest ??= {};
    setField(rest, name, value);
  }
  return rest;
}

function saysNothing(value: Json): boolean {
  return value === null || value === false || value === "" || listOf(value)?.length === 0;
}
