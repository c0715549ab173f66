import {
  addTallies,
  type Context,
  compareStrings,
  type Source,
  type UnknownName,
  withSubagents,
} from "@chatexport/core";
import { plainName } from "@chatexport/core/read";

/** The names of record types and fields in all sessions that this version does not know. */
export async function unknownNamesAt(source: Source, context: Context): Promise<UnknownName[]> {
  const names = new Map<string, UnknownName & { versions: string[] }>();
  const silent: Context = { report() {}, signal: context.signal };
  for await (const ref of source.list(context)) {
    const session = await source.load(ref, silent).catch(() => undefined);
    context.signal.throwIfAborted();
    if (!session) continue;
    const { unknown = {}, unknownFields = {} } = addTallies(
      [...withSubagents(session)].map(({ records }) => records),
    );
    const add = (place: string, name: string, count: number) => {
      const key = `${place} ${name}`;
      const known = names.get(key) ?? { place, name, count: 0, versions: [] };
      known.count += count;
      const version = session.toolVersion;
      if (version !== undefined && !known.versions.includes(version)) known.versions.push(version);
      names.set(key, known);
    };
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
