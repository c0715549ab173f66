import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@chatexport/core";
import { changeRows, sourceChecks, type WritableDatabase } from "@chatexport/testkit";
import { afterAll, test } from "vitest";
import { buildHome } from "../../../tests/fixtures/home-fixtures.js";
import { databasesOf, tablesOf } from "../../source-cursor/test/support/build-store.js";
import { createDatabase, writingDriver } from "../../sqlite/test/support/databases.js";
import { dropped } from "../src/fields.js";
import zed from "../src/index.js";

const built = buildHome(fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url)));
afterAll(() => built.remove());

const driver = writingDriver() as {
  DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
};
const threads = ".local/share/zed/threads";

/** The rows of a store, with their payloads as JSON. */
function rowsIn(store: string): JsonObject[] {
  return databasesOf(store)
    .flatMap((path) => tablesOf(path).threads ?? [])
    .map(({ data, ...row }) => ({
      ...(row as JsonObject),
      data: JSON.parse(data instanceof Uint8Array ? Buffer.from(data).toString() : String(data)),
    }));
}

const messages = rowsIn(join(built.path, threads)).flatMap(
  ({ data }) => (data as { messages: Json[] }).messages,
);

const checks = sourceChecks({
  create: zed,
  async makeHome(home) {
    cpSync(built.path, home, { recursive: true });
    return join(home, threads);
  },
  records: 3 + messages.length,
  recordsIn: rowsIn,
  changeRecords(store, change) {
    for (const path of databasesOf(store)) {
      const database = new driver.DatabaseSync(path);
      database.exec("UPDATE threads SET data = CAST(data AS TEXT)");
      changeRows(database, "threads", change);
      database.close();
    }
  },
  dropped,
  skip: {
    "listing reads no bodies": "the columns that tell of a thread lie behind its body in the row",
  },
  async enlarge(store, bytes) {
    createDatabase(join(store, "threads.db"), [
      "PRAGMA journal_mode = delete",
      `UPDATE threads SET data = json_set(CAST(data AS TEXT), '$.messages[1].Agent.content[0].Text',
         '${"word ".repeat(bytes / 4)}') WHERE id = 'thread-child'`,
    ]);
  },
  async damage(store) {
    createDatabase(join(store, "threads.db"), [
      "PRAGMA journal_mode = delete",
      "UPDATE threads SET data = substr(data, 1, 40) WHERE id = 'thread-empty'",
    ]);
    return ["thread-main"];
  },
  async addUnknown(store) {
    createDatabase(join(store, "threads.db"), [
      "PRAGMA journal_mode = delete",
      `UPDATE threads SET data = json_insert(CAST(data AS TEXT), '$.messages[#]',
         json('{"Tide":{"height":3}}')) WHERE id = 'thread-empty'`,
    ]);
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
