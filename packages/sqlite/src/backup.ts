import { existsSync } from "node:fs";
import { attempt, remembered } from "@chatexport/core/read";
import { openDatabase } from "./open.js";

/**
 * The copy beside a database, if SQLite finds nothing wrong with it: editors keep the state of their last start
 * as `state.vscdb.backup`. Looked for once, for SQLite reads all of it.
 */
export const intactBackup = remembered((path: string): string | undefined => {
  const backup = `${path}.backup`;
  return existsSync(backup) && attempt(() => isIntact(backup)) ? backup : undefined;
});

function isIntact(path: string): boolean {
  const database = openDatabase(path);
  try {
    return (
      database.tables().size > 0 &&
      Object.values(database.get("PRAGMA quick_check(1)") ?? {})[0] === "ok"
    );
  } finally {
    database.close();
  }
}
