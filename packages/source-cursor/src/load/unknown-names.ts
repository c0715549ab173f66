import {
  addTallies,
  type Context,
  compareStrings,
  listSessions,
  loadSessions,
  type Source,
  type Tally,
  type UnknownName,
  withSubagents,
} from "@chatexport/core";
import { plainName } from "../rows/keys.js";

/** The tables, families of keys and types of records that this version does not know, from all conversations. */
export async function unknownNames(
  source: Source,
  { report, signal }: Context,
): Promise<UnknownName[]> {
  const stores = await source.stores({ report, signal }, { count: true });
  const rows = addTallies(stores.flatMap(({ unowned = {} }) => Object.values(unowned)));
  const tallies: Tally[] = [];
  const listed = await listSessions([source], { report, signal });
  for await (const { session } of loadSessions(listed, { report, signal }))
    for (const { records } of withSubagents(session)) tallies.push(records);
  signal.throwIfAborted();
  return [...namesIn(rows, "table-or-key-family"), ...namesIn(addTallies(tallies), "record-type")];
}

function namesIn({ unknown = {} }: Tally, place: string): UnknownName[] {
  const counts = new Map<string, number>();
  for (const [type, count] of Object.entries(unknown)) {
    // A type is what a record says it is, so that it can be anything.
    const name = plainName(type);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ place, name, count }))
    .sort((a, b) => compareStrings(a.name, b.name));
}
