import type { Databases } from "@chatexport/sqlite";
import { allBelow, type Locator } from "./list-sessions.js";

/** The bytes of the texts of a session in a database and of those below it; files have their size in the list. */
export function sizeOf(locator: Locator, databases: Databases): number | undefined {
  let size = 0;
  for (const { id, store, format } of allBelow(locator)) {
    if (format !== "opencode/sqlite") return undefined;
    const database = databases.open(store);
    const tables = database.tables();
    for (const table of ["message", "part", "session_message"]) {
      if (!tables.has(table)) continue;
      const sql = `SELECT sum(octet_length(data)) AS bytes FROM ${table} WHERE session_id = ?`;
      size += Number(database.get(sql, id)?.bytes ?? 0);
    }
  }
  return size;
}
