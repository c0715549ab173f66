import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { datasetManifest, manifestIn, manifestName, placeFile } from "@chatexport/core/host";
import { filesOf, pathOf } from "./partitions.js";
import { rowCount } from "./read-table.js";
import { tableNames, tablesVersion } from "./tables/index.js";

const format = "chatexport-tables";

/** True when a folder holds tables, of whatever version. */
export function isTables(folder: string): boolean {
  return manifestIn(folder).format === format;
}

/** Throws for a folder that holds something else than tables, and for tables of another version. */
export function refuseOther(folder: string): void {
  datasetManifest(folder, { format, version: tablesVersion, contents: "tables" });
}

/** Says that a folder holds tables, before there are any. */
export async function beginManifest(folder: string, staging: string): Promise<void> {
  if (!existsSync(join(folder, manifestName))) await placeManifest([], folder, staging);
}

/** Writes which files the tables in a folder have, with the rows and bytes of each. */
export async function writeManifest(folder: string, staging: string): Promise<void> {
  const files = [];
  for (const table of tableNames.toSorted())
    for (const name of filesOf(table, folder)) {
      const path = pathOf(folder, name);
      files.push({ name, rows: await rowCount(path), bytes: statSync(path).size });
    }
  await placeManifest(files, folder, staging);
}

async function placeManifest(
  files: readonly object[],
  folder: string,
  staging: string,
): Promise<void> {
  const staged = join(staging, `${manifestName}.tmp`);
  const manifest = { format, version: tablesVersion, files };
  writeFileSync(staged, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await placeFile(staged, join(folder, manifestName));
}
