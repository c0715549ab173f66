import type { ArchivedSubagent, SessionDocuments } from "@chatexport/archive";
import { present, type Tally } from "@chatexport/core";
import type { Redaction } from "../../host/content/redaction.js";

/** The counts of a session and its sub-agents. */
interface Counted {
  records?: Tally;
  subagents?: ArchivedSubagent[];
}

/** A rendered session with such names masked, also in what an archive will know of it. */
export async function withMaskedNames(
  session: SessionDocuments,
  redaction: Pick<Redaction, "texts">,
): Promise<SessionDocuments> {
  const [masked = session] = await withMaskedRecords([session], redaction);
  if (!session.known) return masked;
  const [known = session.known] = await withMaskedRecords([session.known], redaction);
  return { ...masked, known };
}

/** The same with each name of a type of records or of a field masked: stores have written these, too. */
export async function withMaskedRecords<Session extends Counted>(
  sessions: readonly Session[],
  redaction: Pick<Redaction, "texts">,
): Promise<Session[]> {
  const tallies = sessions.flatMap(({ records, subagents = [] }) => [
    ...(records ? [records] : []),
    ...subagents.map((subagent) => subagent.records),
  ]);
  const names = [...new Set(tallies.flatMap(namesIn))];
  const masked = await redaction.texts(names);
  if (names.every((name, index) => name === masked[index])) return [...sessions];
  const shown = new Map(names.map((name, index) => [name, masked[index] ?? name]));
  const rename = <One extends Counted>(one: One): One => ({
    ...one,
    ...(one.records && { records: renamed(one.records, shown) }),
    ...(one.subagents && { subagents: one.subagents.map(rename) }),
  });
  return sessions.map(rename);
}

function namesIn({ skipped = {}, unknown = {}, unknownFields = {} }: Tally): string[] {
  return [skipped, unknown, unknownFields].flatMap((counts) => Object.keys(counts));
}

function renamed(tally: Tally, shown: ReadonlyMap<string, string>): Tally {
  const rename = (counts: Record<string, number> | undefined) => {
    if (!counts) return undefined;
    const sums = new Map<string, number>();
    for (const [name, count] of Object.entries(counts)) {
      const key = shown.get(name) ?? name;
      sums.set(key, (sums.get(key) ?? 0) + count);
    }
    return Object.fromEntries(sums);
  };
  const { skipped, unknown, unknownFields, ...rest } = tally;
  return present({
    ...rest,
    skipped: rename(skipped),
    unknown: rename(unknown),
    unknownFields: rename(unknownFields),
  });
}
