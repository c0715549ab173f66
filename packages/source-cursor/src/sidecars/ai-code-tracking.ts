import { compareStrings, defined, type JsonObject, nonEmpty, present } from "@chatexport/core";
import { groupBy, listOf, numberOf, parseJson, textOf, wordsOf } from "@chatexport/core/read";
import { type Database, type KeyValues, type Row, textOfValue } from "@chatexport/sqlite";
import { dailyStats } from "../rows/keys.js";
import { filled, jsonObjectOf } from "../values/json-text.js";
import { earliestOf, latestOf, timeOf } from "../values/times.js";

/** The facts that `ai-code-tracking.db` has about a conversation, for `native`. */
export interface AiTracking {
  /** The number of pieces of code that Cursor attributed to it, and their files. */
  code?: JsonObject;
  /** A summary that Cursor made of it; many machines have none. */
  summary?: JsonObject;
}

/** By whom the lines of a commit were written. */
export interface ScoredCommit {
  hash: string;
  branch?: string;
  scoredAt?: string;
  /** Numbers by Cursor's names: `linesAdded`, `composerLinesAdded`, `v2AiPercentage`, … */
  numbers: Record<string, number>;
}

/** The number of lines of a day that Cursor remembers as a model's. */
export interface TrackedLines {
  /** "2026-01-31", in UTC. */
  day: string;
  /** "composer", "tab" or "cli". */
  source: string;
  count: number;
}

/** The number of lines that Cursor proposed on a day, and of those that were accepted. */
export interface DailyStats {
  /** "2026-01-31", in the time zone of the machine. */
  date: string;
  tabSuggestedLines?: number;
  tabAcceptedLines?: number;
  composerSuggestedLines?: number;
  composerAcceptedLines?: number;
}

/** The tracking of conversations, by id in lower case. Throws `DatabaseError`. */
export function readAiTracking(database: Database): Map<string, AiTracking> {
  const tracking = new Map<string, AiTracking>();
  for (const [id, summary] of readSummaries(database)) tracking.set(id, { summary });
  for (const [id, code] of readCode(database)) tracking.set(id, { ...tracking.get(id), code });
  return tracking;
}

function* readCode(database: Database): Generator<[string, JsonObject]> {
  const names = wordsOf("conversationId fileName model source timestamp createdAt");
  const columns = columnsOf(database, "ai_code_hashes", names);
  if (!columns) return;
  const { conversationId, fileName, model, source, timestamp, createdAt } = columns;
  const time = `coalesce(${timestamp}, ${createdAt})`;
  // There is a row for each line of code, so the database counts them.
  const rows = database.iterate(
    `SELECT ${conversationId} AS id, ${fileName} AS file, ${model} AS model, ${source} AS source,
      count(*) AS count, min(${time}) AS first, max(${time}) AS last
    FROM ai_code_hashes GROUP BY 1, 2, 3, 4`,
  );
  for (const [id, group] of groupBy(rows, ({ id }) => textOf(id)?.toLowerCase() ?? "")) {
    const times = group.flatMap(({ first, last }) => [timeOf(first), timeOf(last)]);
    const code: JsonObject = present({
      hashes: group.reduce((sum, { count }) => sum + Number(count), 0),
      files: countsBy(group, "file"),
      models: countsBy(group, "model"),
      sources: countsBy(group, "source"),
      firstAt: earliestOf(times),
      lastAt: latestOf(times),
    });
    if (id !== "") yield [id, code];
  }
}

function countsBy(rows: readonly Row[], field: string): JsonObject | undefined {
  const counts = new Map<string, number>();
  for (const { count, [field]: value } of rows) {
    const name = textOf(value);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  const sorted = [...counts].sort(([a], [b]) => compareStrings(a, b));
  return filled(Object.fromEntries(sorted));
}

/**
 * The number of lines that each source wrote on each day; those without a time in ms, or without a source,
 * are left out.
 */
export function readTrackedLines(database: Database): TrackedLines[] {
  const table = "ai_code_hashes";
  const columns = columnsOf(database, table, wordsOf("source timestamp createdAt"));
  if (!columns) return [];
  const rows = database.all(
    `SELECT ${columns.source} AS source, min(time) AS time, count(*) AS count
    FROM (SELECT *, coalesce(${columns.timestamp}, ${columns.createdAt}) AS time FROM ${table})
    WHERE typeof(time) = 'integer' AND time > ${Date.UTC(2000)}
    GROUP BY time / 86400000, 1 ORDER BY 2, 1`,
  );
  return rows.flatMap(({ source, time, count }) => {
    const [by, day] = [textOf(source), timeOf(time)?.slice(0, 10)];
    return by === undefined || day === undefined ? [] : [{ day, source: by, count: Number(count) }];
  });
}

function* readSummaries(database: Database): Generator<[string, JsonObject]> {
  const names = "conversationId title tldr overview summaryBullets model mode updatedAt";
  for (const row of rowsOf(database, "conversation_summaries", wordsOf(names))) {
    const id = textOf(row.conversationId)?.toLowerCase();
    const summary: JsonObject = present({
      title: textOf(row.title),
      tldr: textOf(row.tldr),
      overview: textOf(row.overview),
      bullets: bulletsOf(textOf(row.summaryBullets)),
      model: textOf(row.model),
      mode: textOf(row.mode),
      updatedAt: timeOf(row.updatedAt),
    });
    if (id !== undefined) yield [id, summary];
  }
}

/** A list in JSON, or lines. */
function bulletsOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const list = listOf(parseJson(text)) ?? text.split("\n");
  return nonEmpty(list.flatMap((bullet) => textOf(bullet) ?? []));
}

/** The commits that Cursor scored, the oldest first; they belong to no conversation. */
export function readScoredCommits(database: Database): ScoredCommit[] {
  // Further counts came with each version, so the names are taken as they are.
  const numbers = [...database.columns("scored_commits")].filter((name) =>
    /^[A-Za-z]\w*(Added|Deleted|Percentage)$/.test(name),
  );
  return rowsOf(database, "scored_commits", ["commitHash", "branchName", "scoredAt", ...numbers])
    .flatMap((row) => {
      const hash = textOf(row.commitHash);
      if (hash === undefined) return [];
      return defined({
        hash,
        branch: textOf(row.branchName),
        scoredAt: timeOf(row.scoredAt),
        numbers: numbersOf(row, numbers),
      });
    })
    .sort((a, b) => compareStrings(a.scoredAt ?? "", b.scoredAt ?? ""));
}

/** The percentages are stored as text. */
function numbersOf(row: Row, names: readonly string[]): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const name of names) {
    const number = typeof row[name] === "string" ? Number.parseFloat(row[name]) : row[name];
    if (typeof number === "number" && Number.isFinite(number)) numbers[name] = number;
  }
  return numbers;
}

const dailyStatsPrefix = `${dailyStats}v1.5.`;

/** The daily statistics in the global ItemTable, by date; rows that are not as expected are left out. */
export function readDailyStats(rows: KeyValues): DailyStats[] {
  return [...rows.keys(dailyStatsPrefix)].flatMap(({ key }) => {
    const stats = jsonObjectOf(textOfValue(rows.value(key)));
    if (!stats) return [];
    const day = present<DailyStats>({
      date: textOf(stats.date) ?? key.slice(dailyStatsPrefix.length),
      tabSuggestedLines: numberOf(stats.tabSuggestedLines),
      tabAcceptedLines: numberOf(stats.tabAcceptedLines),
      composerSuggestedLines: numberOf(stats.composerSuggestedLines),
      composerAcceptedLines: numberOf(stats.composerAcceptedLines),
    });
    return [day];
  });
}

/** The SQL that reads each column, NULL for one that the table lacks; undefined without such a table. */
function columnsOf(
  database: Database,
  table: string,
  names: readonly string[],
): Record<string, string> | undefined {
  const existing = database.columns(table);
  if (existing.size === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, existing.has(name) ? name : "NULL"]));
}

/** All rows of a table with the columns named; those that it lacks are NULL. */
function rowsOf(database: Database, table: string, names: readonly string[]): Row[] {
  const columns = Object.entries(columnsOf(database, table, names) ?? {});
  if (columns.length === 0) return [];
  const selected = columns.map(([name, expression]) => `${expression} AS ${name}`);
  return database.all(`SELECT ${selected.join(", ")} FROM ${table}`);
}
