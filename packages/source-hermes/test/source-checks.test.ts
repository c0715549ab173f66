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
import hermes from "../src/index.js";

const built = buildHome(fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url)));
afterAll(() => built.remove());

const driver = writingDriver() as {
  DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
};
const owned = ["sessions", "messages"];

function rowsIn(store: string, ...tables: string[]): JsonObject[] {
  return databasesOf(store).flatMap((path) =>
    Object.entries(tablesOf(path))
      .filter(([table]) => tables.includes(table))
      .flatMap(([, rows]) => rows as JsonObject[]),
  );
}

const checks = sourceChecks({
  create: hermes,
  async makeHome(home) {
    cpSync(built.path, home, { recursive: true });
    return join(home, ".hermes");
  },
  records: rowsIn(built.path, ...owned, "session_model_usage").length,
  recordsIn: (store) => rowsIn(store, ...owned),
  changeRecords(store, change) {
    for (const path of databasesOf(store)) {
      const database = new driver.DatabaseSync(path);
      changeRows(database, "sessions", change);
      // The number of a row can be nothing else.
      changeRows(database, "messages", (record) => {
        const { id, ...row } = record;
        const changed = change(row);
        return changed === row ? record : changed && { ...changed, id: id ?? null };
      });
      database.close();
    }
  },
  dropped,
  rewritten: {
    timestamp: "as a time",
    started_at: "as a time",
    last_activity_at: "as a time",
    "tool_calls.type": "a word of the format",
    tool_call_id: "of the results of calls, which are in these",
    display_kind: "a word of the format",
  },
  async enlarge(store, bytes) {
    createDatabase(join(store, "state.db"), [
      "PRAGMA journal_mode = delete",
      `UPDATE messages SET content = content || '${"word ".repeat(bytes / 4)}' WHERE content = 'Good morning.'`,
    ]);
  },
  async damage(store) {
    createDatabase(join(store, "state.db"), [
      "PRAGMA journal_mode = delete",
      "UPDATE messages SET tool_calls = substr(tool_calls, 1, 20) WHERE id = 3",
      "UPDATE messages SET content = x'fffe00' WHERE id = 13",
      "UPDATE messages SET content = CAST(x'006a736f6e3a5b7b' AS TEXT) WHERE id = 27",
    ]);
    return ["20260901_090000_fork01", "20260901_110000_fresh1", "20260902_070000_herbs1"];
  },
  async addUnknown(store) {
    createDatabase(join(store, "state.db"), [
      "PRAGMA journal_mode = delete",
      `INSERT INTO messages (session_id, role, content, timestamp)
         SELECT session_id, 'oracle', 'Nine.', timestamp FROM messages LIMIT 1`,
    ]);
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
