import { basename, dirname, join } from "node:path";
import { type Context, present } from "@chatexport/core";
import type { Database } from "@chatexport/sqlite";
import type { Copy } from "../conversation/copy.js";
import { type ListContext, tryDatabase } from "../locate/contexts.js";
import { files } from "../locate/file-names.js";
import { entriesOf, statOf } from "../locate/folders.js";
import {
  blobRows,
  chatHead,
  chatId,
  filesOf,
  rootState,
  sidecarOf,
  storeMeta,
} from "../parse/agent/store-database.js";
import { reportDamage } from "../rows/read-rows.js";

/**
 * The conversations of the command line below a folder: `chats/<md5 of the directory>/<id>/store.db`,
 * `acp-sessions/<id>/store.db`, one such folder, or one database. Reads the meta row and `meta.json` of
 * each; those without a blob were created and never used. Reports databases that cannot be read.
 * `folderOf` finds the folder that a path's MD5 hash stands for, among those that are known.
 */
export function listChats(
  folder: string,
  context: ListContext,
  folderOf: (md5: string) => string | undefined = () => undefined,
): Copy[] {
  return storesIn(folder, 3, context).flatMap(
    (path) =>
      tryDatabase(path, context, (database) => listStore(path, database, folderOf, context)) ?? [],
  );
}

/** The databases below a folder, `levels` deep, or the database itself. */
export function storesIn(path: string, levels: number, context: Context): string[] {
  if (statOf(path)?.isFile()) return path.endsWith(".db") ? [path] : [];
  const entries = entriesOf(path, context);
  if (entries.files.includes(files.store)) return [join(path, files.store)];
  if (levels === 0) return [];
  return entries.folders.flatMap((name) => storesIn(join(path, name), levels - 1, context));
}

function listStore(
  path: string,
  database: Database,
  folderOf: (md5: string) => string | undefined,
  context: ListContext,
): Copy | undefined {
  const rows = blobRows(database);
  const [blob] = rows?.keys("") ?? [];
  const meta = blob || context.empty ? storeMeta(database) : undefined;
  if (!blob && !meta) {
    // Loading will not tell.
    if (rows) reportDamage(rows, context);
    return undefined;
  }
  const hashed = folderOf(basename(dirname(dirname(path))).toLowerCase());
  return present({
    id: chatId(path, meta),
    format: "cursor/store",
    path,
    ...chatHead(sidecarOf(path), meta, rootState(database, meta), hashed),
    listedBy: blob ? undefined : "empty",
    ...filesOf(path),
  });
}
