import { compareStrings, type Tally } from "@chatexport/core";
import { getOrAdd, plainName, TallyCounter, wordOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import type { Copy, Omitted } from "../conversation/copy.js";
import { familyOf, isConversationItem, isPromptItem, itemKeys } from "../rows/keys.js";

/** Tallies by family of keys, or by table where a table has no keys. */
export type UnownedRows = Record<string, Tally>;

/** Counts a row of a family as read, and hands out the counter for what becomes of it. */
type Count = (family: string) => TallyCounter;

/** The fate of the rows of an editor's database that no session counts; `copies` lie in it. */
export function countEditorRows(
  database: Database,
  copies: readonly Copy[],
  omitted: readonly Omitted[],
): UnownedRows {
  // Ids of the composers whose sessions count the rows about them, as the keys spell them.
  const owned = new Set(
    copies.flatMap(({ id, key }) => (key?.startsWith("composerData:") ? [id] : [])),
  );
  const reasons = new Map(omitted.map(({ id, reason }) => [id.toLowerCase(), reason]));
  return counted((count) => {
    for (const table of database.tables())
      if (table === "cursorDiskKV") countParts(database, count, owned, reasons);
      else if (table === "ItemTable") countItems(database, count);
      else if (table === "composerHeaders") countHeaders(database, count, reasons);
      else countWhole(database, table, count);
  });
}

/** All rows of a database of which no session counts any; with `known`, those are the only tables. */
export function countAllRows(
  database: Database,
  reason: string,
  known: ReadonlySet<string> = database.tables(),
): UnownedRows {
  return counted((count) => {
    for (const table of database.tables())
      countWhole(database, table, count, known.has(table) ? reason : undefined);
  });
}

/** Counts each row of a table: as skipped, or without a reason as unknown. */
function countWhole(database: Database, table: string, count: Count, reason?: string): void {
  const name = plainName(table);
  for (const _ of database.iterate(`SELECT 1 FROM ${quoted(table)}`))
    if (reason === undefined) count(name).unknown(name);
    else count(name).skip(reason);
}

function counted(work: (count: Count) => void): UnownedRows {
  const counters = new Map<string, TallyCounter>();
  work((family) => {
    const counter = getOrAdd(counters, family, () => new TallyCounter());
    counter.read();
    return counter;
  });
  const tallies = [...counters].map(([family, counter]) => [family, counter.result()] as const);
  return Object.fromEntries(tallies.sort(([a], [b]) => compareStrings(a, b)));
}

/** The reason why a conversation is not handed out, by its id in lower case. */
type Reasons = ReadonlyMap<string, string>;

function countParts(
  database: Database,
  count: Count,
  owned: ReadonlySet<string>,
  reasons: Reasons,
): void {
  for (const { key, isNull } of keysOf(database, "cursorDiskKV")) {
    const { family, owners, reason } =
      key === undefined ? { family: "(no key)", reason: "null" } : familyOf(key);
    if (owners?.some((owner) => owned.has(owner))) continue;
    const counter = count(family);
    const [why = "no-conversation"] =
      owners?.flatMap((owner) => reasons.get(owner.toLowerCase()) ?? []) ?? [];
    if (isNull) counter.skip("null");
    else if (family === itemKeys.composers) counter.keep();
    else if (owners) counter.skip(why);
    else if (reason !== undefined) counter.skip(reason);
    else counter.unknown(family);
  }
}

function countItems(database: Database, count: Count): void {
  for (const { key, isNull } of keysOf(database, "ItemTable"))
    if (key === undefined || isNull) count("ItemTable").skip("null");
    else if (isConversationItem(key)) count(key).keep();
    // Other keys are counted without their names, which tell what the user has installed.
    else count("ItemTable").skip(isPromptItem(key) ? "prompt-history" : "settings");
}

function countHeaders(database: Database, count: Count, reasons: Reasons): void {
  for (const { composerId } of database.iterate("SELECT composerId FROM composerHeaders")) {
    const reason = reasons.get(wordOf(composerId).toLowerCase());
    const counter = count("composerHeaders");
    if (reason === undefined) counter.keep();
    else counter.skip(reason);
  }
}

/** The keys of a table, and whether there is anything under them; values stay where they are. */
function* keysOf(
  database: Database,
  table: string,
): Generator<{ key: string | undefined; isNull: boolean }> {
  const sql = `SELECT key, value IS NULL AS "isNull" FROM ${quoted(table)}`;
  for (const { key, isNull } of database.iterate(sql))
    yield { key: typeof key === "string" ? key : undefined, isNull: isNull === 1 };
}

function quoted(table: string): string {
  return `"${table.replaceAll('"', '""')}"`;
}
