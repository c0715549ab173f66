import { compareStrings } from "../order.js";
import type { Context, Source, UnknownName } from "../plugin.js";
import { plainName } from "../safe-text.js";
import { addTallies } from "../tally.js";
import { withSubagents } from "../walk.js";
import { getOrAdd } from "./lists.js";

/**
 * The names that the tallies of all sessions of a source have as unknown: types of records, and fields with
 * what they are keys of; with the versions of the tool that wrote them. Reports nothing about sessions that cannot be loaded.
 */
export async function unknownNamesIn(source: Source, context: Context): Promise<UnknownName[]> {
  const names = new Map<string, UnknownName & { versions: string[] }>();
  const silent: Context = { report() {}, signal: context.signal };
  for await (const ref of source.list(context)) {
    const session = await source.load(ref, silent).catch(() => undefined);
    context.signal.throwIfAborted();
    if (!session) continue;
    const { unknown = {}, unknownFields = {} } = addTallies(
      [...withSubagents(session)].map(({ records }) => records),
    );
    // What is new came with the last version that went on with the session.
    const last = session.messages.findLast(({ toolVersion }) => toolVersion !== undefined);
    const version = last?.toolVersion ?? session.toolVersion;
    const add = (place: string, name: string, count: number) => {
      const known = getOrAdd(names, `${place} ${name}`, () => ({
        place,
        name,
        count: 0,
        versions: [],
      }));
      known.count += count;
      if (version !== undefined && !known.versions.includes(version)) known.versions.push(version);
    };
    // A type is what a record says it is, so that it can be anything.
    for (const [type, count] of Object.entries(unknown)) add("record-type", plainName(type), count);
    for (const [field, count] of Object.entries(unknownFields)) {
      const dot = field.indexOf(".");
      add(field.slice(0, dot), field.slice(dot + 1), count);
    }
  }
  return [...names.values()].sort(
    (a, b) => compareStrings(a.place, b.place) || compareStrings(a.name, b.name),
  );
}
