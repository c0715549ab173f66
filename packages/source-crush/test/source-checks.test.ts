import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@chatexport/core";
import { changeRows, sourceChecks, type WritableDatabase } from "@chatexport/testkit";
import { afterAll, test } from "vitest";
import { buildHome } from "../../../tests/fixtures/home-fixtures.js";
import { databasesOf, tablesOf } from "../../source-cursor/test/support/build-store.js";
import { createDatabase, writingDriver } from "../../sqlite/test/support/databases.js";
import { dropped } from "../src/fields.js";
import crush from "../src/index.js";

const built = buildHome(fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url)));
afterAll(() => built.remove());

const driver = writingDriver() as {
  DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
};
const owned = ["sessions", "messages"];
const main = "kite/.crush/crush.db";

function rowsIn(store: string, ...tables: string[]): JsonObject[] {
  return databasesOf(store).flatMap((path) =>
    Object.entries(tablesOf(path))
      .filter(([table]) => tables.includes(table))
      .flatMap(([, rows]) => rows as JsonObject[]),
  );
}

const checks = sourceChecks({
  create: crush,
  async makeHome(home) {
    cpSync(built.path, home, { recursive: true });
    return join(home, "code");
  },
  records: rowsIn(built.path, ...owned, "files", "read_files").length,
  recordsIn: (store) => rowsIn(store, ...owned),
  changeRecords(store, change) {
    for (const path of databasesOf(store)) {
      const database = new driver.DatabaseSync(path);
      for (const table of owned) changeRows(database, table, change);
      database.close();
    }
  },
  dropped,
  rewritten: {
    "parts.data.Data": "a text file, decoded",
    "parts.data.content": "the lines of a file without their numbers",
    created_at: "as a time",
    finished_at: "as a time",
    "parts.data.time": "as a time",
    "parts.data.metadata.start_time": "as a time",
    "parts.data.metadata.end_time": "as a time",
    "parts.data.message": "the same for each end of its kind",
    "parts.type": "a word of the format",
    id: "of the results of calls, which stand in these",
    title: "what each session is called at first",
  },
  async enlarge(store, bytes) {
    createDatabase(join(store, main), [
      "PRAGMA journal_mode = delete",
      `UPDATE messages SET updated_at = updated_at + 1,
         parts = json_set(parts, '$[0].data.text', '${"word ".repeat(bytes / 4)}')
       WHERE parts LIKE '%Fly well%'`,
      "UPDATE sessions SET updated_at = updated_at + 100",
    ]);
  },
  async damage(store) {
    createDatabase(join(store, main), [
      "PRAGMA journal_mode = delete",
      "UPDATE messages SET parts = substr(parts, 1, 20) WHERE parts LIKE '%Fly well%'",
      "UPDATE messages SET parts = x'fffe00' WHERE parts LIKE '%Thank you%'",
      "UPDATE messages SET parts = 7 WHERE parts LIKE '%what does it weigh%'",
    ]);
    return ["5b000000-0000-4000-8000-000000000002", "5b000000-0000-4000-8000-000000000003"];
  },
  async addUnknown(store) {
    createDatabase(join(store, main), [
      "PRAGMA journal_mode = delete",
      `INSERT INTO messages (id, session_id, role, parts, created_at)
         SELECT 'new', session_id, 'oracle', '[]', created_at FROM messages LIMIT 1`,
    ]);
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
