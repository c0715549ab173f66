import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import {
  changeDocument,
  changeRows,
  sourceChecks,
  type WritableDatabase,
} from "@chatexport/testkit";
import { afterAll, test } from "vitest";
import { databasesOf, tablesOf } from "../../source-cursor/test/support/build-store.js";
import { createDatabase, writingDriver } from "../../sqlite/test/support/databases.js";
import { dropped } from "../src/fields.js";
import opencode from "../src/index.js";
import { buildStore } from "./support/build-store.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const data = ".local/share/opencode";
const owned = [
  "session",
  "session_v2",
  "message",
  "part",
  "todo",
  "event",
  "session_message",
  "session_input",
];

const built = builtHome();
afterAll(() => built.remove());

/** One home of several fixtures: databases of several channels, and files from before them. */
function builtHome() {
  const home = buildStore(join(fixtures, "conversation/store"));
  for (const name of ["reverts", "subagents-and-forks", "compaction", "order", "second-form"]) {
    const other = buildStore(join(fixtures, name, "store"));
    cpSync(join(other.path, data, "opencode.db"), join(home.path, data, `opencode-${name}.db`));
    other.remove();
  }
  const second = buildStore(join(fixtures, "version-2/store"));
  cpSync(join(second.path, data, "opencode-fresh.db"), join(home.path, data, "opencode-fresh.db"));
  second.remove();
  cpSync(join(fixtures, "files/store", data, "storage"), join(home.path, data, "storage"), {
    recursive: true,
  });
  // These are not read: one is broken, one lies in a database.
  for (const name of ["ses_2both", "ses_3broken"])
    rmSync(join(home.path, data, `storage/session/prj_bread/${name}.json`));
  const broken = join(
    home.path,
    data,
    "storage/message/ses_1files/msg_99a000003001aaaaaaaaaaaaaa.json",
  );
  writeFileSync(broken, '{ "role": "user", "time": { "created": 1760000009000 } }');
  return home;
}

function rowsIn(store: string): JsonObject[] {
  return databasesOf(store).flatMap((path) =>
    Object.entries(tablesOf(path))
      .filter(([table]) => owned.includes(table))
      .flatMap(([table, rows]) => rows.map((row) => ({ table, ...(row as JsonObject) }))),
  );
}

function documentsIn(store: string): string[] {
  const folder = join(store, "storage");
  return ["session", "message", "part", "todo"].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" })
      .map((file) => join(folder, name, file))
      .filter((path) => statSync(path).isFile()),
  );
}

function filesIn(store: string): Json[] {
  return documentsIn(store).map((path) => JSON.parse(readFileSync(path, "utf8")));
}

const driver = writingDriver() as {
  DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
};

/** A row without the form of what was read, and the heads of URLs with data. */
function withoutForm({ table, data, ...row }: JsonObject): Json {
  const parsed =
    typeof data === "string" ? JSON.parse(data.replaceAll("data:image/png;base64,", "")) : null;
  return { ...row, data: withLinesOfFile(parsed) };
}

/** A part with the lines of a file that it has read, without their numbers and what stands around them. */
function withLinesOfFile(part: Json): Json {
  const state = objectOf(objectOf(part)?.state);
  if (objectOf(part)?.tool !== "read" || typeof state?.output !== "string") return part;
  const form = /^(?:<path>.*|<type>.*|\(End of file.*|(?:<\/?(?:file|content)>)?(?:\d+[:|] ?)?)/;
  state.output = state.output.split("\n").map((line) => line.replace(form, ""));
  return part;
}

const checks = sourceChecks({
  create: opencode,
  async makeHome(home) {
    mkdirSync(home, { recursive: true });
    cpSync(built.path, home, { recursive: true });
    return join(home, data);
  },
  records: rowsIn(built.path).length + filesIn(join(built.path, data)).length,
  recordsIn: (store) => [
    ...rowsIn(store)
      .filter(({ table }) => table !== "event")
      .map(withoutForm),
    ...filesIn(store).map(withLinesOfFile),
  ],
  changeRecords(store, change) {
    for (const path of databasesOf(store)) {
      const database = new driver.DatabaseSync(path);
      const stored = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      const tables = stored.map((row) => objectOf(row)?.name);
      // The log repeats what the others say.
      for (const table of owned)
        if (tables.includes(table) && table !== "event") changeRows(database, table, change);
      database.close();
    }
    for (const path of documentsIn(store)) changeDocument(path, change);
  },
  // The source calls the column as messages call the field.
  dropped: { ...dropped, resume_attempts: dropped.resumeAttempts ?? "" },
  rewritten: {
    model_id: "the answers have it",
    "data.summary.diffs.patch": "in the edits of the turn, as hunks",
    "data.state.output": "without what stands around the answer of a sub-agent",
  },
  async enlarge(store, bytes) {
    createDatabase(join(store, "opencode-compaction.db"), [
      "PRAGMA journal_mode = delete",
      `UPDATE part SET time_updated = time_updated + 1,
         data = json_set(data, '$.text', '${"word ".repeat(bytes / 4)}')
       WHERE data LIKE '%Next: cold%'`,
      "UPDATE session SET time_updated = time_updated + 1000",
    ]);
  },
  async damage(store) {
    createDatabase(join(store, "opencode-compaction.db"), [
      "PRAGMA journal_mode = delete",
      "UPDATE part SET data = substr(data, 1, 20) WHERE data LIKE '%Ovens are warm%'",
      "UPDATE message SET data = x'fffe00' WHERE id LIKE '%0003'",
      "UPDATE part SET data = 7 WHERE data LIKE '%Next: cold%'",
    ]);
    writeFileSync(join(store, "storage/todo/ses_1files.json"), '[{"id":"1","con');
    const part = "storage/part/msg_99a000001001aaaaaaaaaaaaaa";
    writeFileSync(join(store, part, "prt_99a000001002aaaaaaaaaaaaaa.json"), '{"type":"te');
    return ["ses_1conversation", "ses_3deleted", "ses_1wrapped"];
  },
  async addUnknown(store) {
    createDatabase(join(store, "opencode-compaction.db"), [
      "PRAGMA journal_mode = delete",
      `INSERT INTO part SELECT 'prt_new', message_id, session_id, time_created, time_updated,
         '{"type":"steam","minutes":15}' FROM part LIMIT 1`,
    ]);
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
