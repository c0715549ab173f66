import { type Context, type JsonObject, present } from "@chatexport/core";
import {
  type JsonLine,
  jsonLinesOf,
  objectOf,
  reportLine,
  TallyCounter,
  textOf,
} from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { named } from "../records/named-fields.js";
import { recordShaper } from "../records/other-writers.js";
import { type Entry, isLoose, isOtherProgress } from "../records/records.js";
import { RewrittenEntries } from "./rewritten-records.js";

/** The records of a transcript, with those counted that are not worth a second look. */
export interface TranscriptRecords {
  entries: readonly Entry[];
  /** Has counted what is not in `entries`: repetitions. */
  tally: TallyCounter;
}

/** The records of lines that somebody has read, or of a text. Reports each line that is none. */
export function parseTranscript(
  lines: string | Iterable<string>,
  path: string | undefined,
  context: Context,
): TranscriptRecords {
  const { add, records } = collector(path, context);
  const isText = typeof lines === "string";
  for (const line of jsonLinesOf(isText ? lines.split("\n") : lines, isText)) add(line);
  return records();
}

/**
 * Takes the lines of a transcript one after the other; `stored` are the ids of the sub-agents that have
 * transcripts of their own.
 */
export function collector(
  path: string | undefined,
  context: Context,
  stored: ReadonlySet<string> = new Set(),
) {
  const entries: Entry[] = [];
  const tally = new TallyCounter();
  const seen = new Map<string, JsonObject>();
  const rewritten = new RewrittenEntries();
  const shaped = recordShaper();
  const add = (line: JsonLine): void => {
    if ("malformed" in line) {
      reportLine(line, path, context);
      addEntry({ line: line.line, record: {}, damaged: line });
    } else if (isRepetition(line.record, seen)) {
      tally.read();
      tally.skip("duplicate");
    } else {
      // Of a large session these are a fifth, and all records are in memory until it is built.
      dropProgress(line.record, stored);
      const entry = { line: line.line, record: shaped(line.record, line.line) };
      if (!joined(entries.at(-1), entry)) addEntry(entry);
    }
  };
  const addEntry = (entry: Entry): void => {
    entries.push(entry);
    rewritten.add(entry);
  };
  const records = () => ({ entries: rewritten.without(entries, tally), tally });
  return { add, records };
}

/** Adds a loose record to the entry of another one, on the next line behind it. */
function joined(last: Entry | undefined, { line, record }: Entry): boolean {
  if (!last || last.damaged || !isLoose(record) || !isLoose(last.record)) return false;
  const { further = [] } = last;
  if (line !== last.line + further.length + 1) return false;
  further.push(record);
  last.further = further;
  return true;
}

/** Resuming can write a record a second time; its uuid and what it says are the same then. */
function isRepetition(record: JsonObject, seen: Map<string, JsonObject>): boolean {
  const uuid = textOf(record.uuid);
  if (uuid === undefined) return false;
  const first = seen.get(uuid);
  seen.set(uuid, record);
  if (!first || first.type !== record.type) return false;
  const said = saidBy(record);
  return said !== undefined && JSON.stringify(saidBy(first)) === JSON.stringify(said);
}

/**
 * The words of a record; a system record is nothing else, except for a name that the session may
 * have got since.
 */
function saidBy({ slug: _, ...record }: JsonObject): JsonObject | undefined {
  if (record.type === "system") return record;
  return objectOf(record.type === "attachment" ? record.attachment : record.message);
}

/**
 * Drops the data of a progress record, which no session shows unless it has a field that is not known. Until about 2.1.8x, some were copies of a
 * sub-agent's records: these stay, unless the agent is one of `stored`, which have transcripts of their own.
 */
function dropProgress(record: JsonObject, stored: ReadonlySet<string>): void {
  const data = record.type === "progress" ? objectOf(record.data) : undefined;
  if (!data || isOtherProgress(record)) return;
  const agentId = textOf(data.agentId);
  const isOnlyCopy =
    data.type === "agent_progress" && agentId !== undefined && !stored.has(agentId);
  const fields = new Fields(data, named);
  fields.text("type");
  if (!isOnlyCopy && fields.areKnown()) record.data = present({ type: data.type, agentId });
}
