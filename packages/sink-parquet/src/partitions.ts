import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { SessionRef } from "@chatexport/core";
import { isMissing, percentEncoded } from "@chatexport/core/read";
import type { TableName } from "./tables/index.js";

/** The sessions of a source that began in one month: of each table they are in a file of their own. */
export interface Partition {
  source: string;
  /** "2026-01", in UTC; absent when no time is known. */
  month?: string;
}

/** The partition of a session: by when it began, else by when it went on last. */
export function partitionOf({ source, startedAt, updatedAt }: SessionRef): Partition {
  const month = /^\d{4}-\d\d/.exec(startedAt ?? updatedAt ?? "")?.[0];
  return month === undefined ? { source } : { source, month };
}

/** The name of the folder for an absent value, as Hive has it. */
const none = "__HIVE_DEFAULT_PARTITION__";

/** Name of the file of a table, below the folder of the tables, with slashes. */
export function fileOf(table: TableName, { source, month = none }: Partition): string {
  return `${table}/source=${escaped(source)}/month=${month}/data.parquet`;
}

/** The partition that the folders of a file name; undefined for any other file. */
export function partitionIn(name: string): Partition | undefined {
  const [, source, month] =
    /^[^/]+\/source=([^/]+)\/month=([^/]+)\/data\.parquet$/.exec(name) ?? [];
  if (source === undefined || month === undefined) return undefined;
  return {
    source: source === none ? "" : decodeURIComponent(source),
    ...(month !== none && { month }),
  };
}

/** A name that is one of a folder everywhere, as Hive writes it. */
function escaped(name: string): string {
  const safe = percentEncoded(name.toWellFormed(), /[.*'()!~]/g);
  return safe === "" ? none : safe;
}

/** The files of a table that a folder has, in the order of their names. */
export function filesOf(table: TableName, folder: string): string[] {
  return namesIn(join(folder, table)).flatMap((source) =>
    namesIn(join(folder, table, source)).flatMap((month) =>
      namesIn(join(folder, table, source, month))
        .map((name) => [table, source, month, name].join("/"))
        .filter((name) => partitionIn(name)),
    ),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

/** The path of a file. */
export function pathOf(folder: string, name: string): string {
  return join(folder, ...name.split("/"));
}
