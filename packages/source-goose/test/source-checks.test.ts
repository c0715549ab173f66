import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@chatexport/core";
import { changeLines, changeRows, sourceChecks, type WritableDatabase } from "@chatexport/testkit";
import { afterAll, test } from "vitest";
import { buildHome } from "../../../tests/fixtures/home-fixtures.js";
import { databasesOf, tablesOf } from "../../source-cursor/test/support/build-store.js";
import { createDatabase, writingDriver } from "../../sqlite/test/support/databases.js";
import { dropped } from "../src/fields.js";
import goose from "../src/index.js";

const built = buildHome(fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url)));
afterAll(() => built.remove());

const driver = writingDriver() as {
  DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
};
const owned = ["sessions", "messages"];
const sessions = ".local/share/goose/sessions";
const legacy = "20250601_101500.jsonl";

function rowsIn(store: string, ...tables: string[]): JsonObject[] {
  const lines = readFileSync(join(store, legacy), "utf8").trim().split("\n");
  return [
    ...databasesOf(store).flatMap((path) =>
      Object.entries(tablesOf(path))
        .filter(([table]) => tables.includes(table))
        .flatMap(([, rows]) => rows as JsonObject[]),
    ),
    ...lines.map((line) => JSON.parse(line)),
  ];
}

const checks = sourceChecks({
  create: goose,
  async makeHome(home) {
    cpSync(built.path, home, { recursive: true });
    return join(home, sessions);
  },
  records: rowsIn(join(built.path, sessions), ...owned, "usage_ledger").length,
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
    changeLines(join(store, legacy), change);
  },
  dropped,
  rewritten: {
    created_at: "as a time",
    updated_at: "as a time",
    archived_at: "as a time",
    created_timestamp: "as a time",
    created: "as a time",
    "content_json.type": "a word of the format",
    "content.type": "a word of the format",
    message_id: "of the results of calls, which are in these",
    name: "what a session is called at first",
    "content_json.toolResult.value.content.resource.uri": "as a path",
  },
  async enlarge(store, bytes) {
    createDatabase(join(store, "sessions.db"), [
      "PRAGMA journal_mode = delete",
      `UPDATE messages SET content_json = json_set(content_json, '$[0].text', '${"word ".repeat(bytes / 4)}')
       WHERE content_json LIKE '%No scales here.%' AND role = 'assistant'`,
    ]);
  },
  async damage(store) {
    createDatabase(join(store, "sessions.db"), [
      "PRAGMA journal_mode = delete",
      "UPDATE messages SET content_json = substr(content_json, 1, 20) WHERE message_id = 'msg_0001'",
      "UPDATE messages SET content_json = x'fffe00' WHERE message_id = 'msg_0011'",
      "UPDATE messages SET content_json = 7 WHERE message_id = 'msg_0010'",
    ]);
    return ["20260302_4", "20250601_101500"];
  },
  async addUnknown(store) {
    createDatabase(join(store, "sessions.db"), [
      "PRAGMA journal_mode = delete",
      `INSERT INTO messages (session_id, role, content_json, created_timestamp)
         SELECT session_id, 'oracle', '[]', created_timestamp FROM messages LIMIT 1`,
    ]);
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
