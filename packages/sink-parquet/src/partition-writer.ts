import { rmSync } from "node:fs";
import { join } from "node:path";
import { compareStrings, type DatasetFile, errorCode } from "@chatexport/core";
import { placeFile } from "@chatexport/core/host";
import { fileOf, type Partition, pathOf } from "./partitions.js";
import { readTable } from "./read-table.js";
import type { TableRow } from "./rows-of-session.js";
import { openTableFile } from "./table-file.js";
import type { Row } from "./tables/column.js";
import { type TableName, tableNames } from "./tables/index.js";

/** Writes the files of a partition anew: sessions that are there stay, unless they are added again. */
export interface PartitionWriter {
  /** Takes the rows of a session; sessions come in the order of their ids. */
  add(id: string, rows: Iterable<TableRow>): Promise<void>;
  /** Takes over the other sessions, and gives the files their names, `sessions` last. */
  close(): Promise<DatasetFile[]>;
  /** Leaves everything as it was. */
  abandon(): void;
}

/**
 * Begins to write a partition; files are staged in a folder of the same disk. Of the rows that are there, those
 * of sessions that are not complete go: a run was interrupted that wrote them.
 */
export function openPartition(
  partition: Partition,
  {
    folder,
    staging,
    isComplete,
  }: { folder: string; staging: string; isComplete(id: string): boolean },
): PartitionWriter {
  const files = new Map(tableNames.map((table) => [table, openMerge(table)]));

  function openMerge(table: TableName) {
    const name = fileOf(table, partition);
    const staged = join(staging, `${table}.tmp`);
    rmSync(staged, { force: true });
    const file = openTableFile(staged, table);
    const earlier = earlierRows(pathOf(folder, name), isComplete);
    return { name, staged, file, earlier };
  }

  return {
    async add(id, rows) {
      for (const { file, earlier } of files.values()) {
        for await (const row of earlier.before(id)) file.add(row);
        await earlier.skip(id);
      }
      for (const [table, row] of rows) files.get(table)?.file.add(row);
    },
    async close() {
      for (const { file, earlier } of files.values())
        for await (const row of earlier.before()) file.add(row);
      for (const { file } of files.values()) file.finish();
      const placed: DatasetFile[] = [];
      for (const { name, staged } of files.values())
        placed.push(await placeFile(staged, pathOf(folder, name)));
      return placed;
    },
    abandon() {
      for (const { file, staged } of files.values()) {
        file.abandon();
        rmSync(staged, { force: true });
      }
    },
  };
}

/** The rows that a file has, which are in the order of their sessions. */
function earlierRows(path: string, isComplete: (id: string) => boolean) {
  const rows = readTable(path);
  let next: Row | undefined;
  let hasBegun = false;

  async function advance(): Promise<void> {
    hasBegun = true;
    do {
      const { value, done } = await rows.next().catch(unlessMissing);
      next = done ? undefined : value;
    } while (next && !isComplete(idOf(next)));
  }

  return {
    /** Those of sessions before this one, or all that are left. */
    async *before(id?: string): AsyncGenerator<Row> {
      if (!hasBegun) await advance();
      for (; next && (id === undefined || compareStrings(idOf(next), id) < 0); await advance())
        yield next;
    },
    /** Leaves out those of a session. */
    async skip(id: string): Promise<void> {
      while (next && idOf(next) === id) await advance();
    },
  };
}

function idOf({ session_id: id }: Row): string {
  return String(id);
}

function unlessMissing(cause: unknown): IteratorResult<Row, undefined> {
  if (errorCode(cause) === "ENOENT") return { value: undefined, done: true };
  throw cause;
}
