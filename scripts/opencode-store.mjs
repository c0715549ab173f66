// Builds databases like OpenCode's from NAME.rows.json, in the notation of cursor-store.mjs:
//
//   { "walMode": true, "tables": { "message": [{ "id": …, "session_id": …, "data": { … } }] } }
//
// What each row has to have and says nothing gets a value: a slug, the time of the last change. A database of 2.0
// has rows of `session_v2`; one that 2.0 made itself leaves older tables out: { "without": ["session", …] }.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildDatabase as buildRows } from "./cursor-store.mjs";

const suffix = ".rows.json";
const times = "time_created INTEGER, time_updated INTEGER";
const tokenColumns = ["input", "output", "reasoning", "cache_read", "cache_write"]
  .map((name) => `tokens_${name} INTEGER DEFAULT 0`)
  .join(", ");

/** The tables as the tool creates them, but that they take NULL as well: life damages rows. */
export const schema = {
  project:
    "CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT, vcs TEXT, name TEXT," +
    ` ${times}, sandboxes TEXT DEFAULT '[]')`,
  workspace:
    "CREATE TABLE workspace (id TEXT PRIMARY KEY, type TEXT, name TEXT, branch TEXT," +
    " directory TEXT, project_id TEXT)",
  session:
    "CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, workspace_id TEXT," +
    " parent_id TEXT, slug TEXT DEFAULT 'calm-oven', directory TEXT, path TEXT," +
    " title TEXT, version TEXT DEFAULT '1.18.33', share_url TEXT," +
    " summary_additions INTEGER, summary_deletions INTEGER, summary_files INTEGER," +
    " summary_diffs TEXT, metadata TEXT, cost REAL DEFAULT 0," +
    ` ${tokenColumns}, revert TEXT, permission TEXT, agent TEXT, model TEXT, ${times}, time_compacting INTEGER,` +
    " time_archived INTEGER)",
  session_v2:
    "CREATE TABLE session_v2 (id TEXT PRIMARY KEY, project_id TEXT, workspace_id TEXT," +
    " parent_id TEXT, fork_session_id TEXT, fork_boundary TEXT, slug TEXT DEFAULT 'calm-oven'," +
    " directory TEXT, path TEXT, title TEXT, version TEXT DEFAULT '2.0.12', share_url TEXT," +
    " summary_additions INTEGER, summary_deletions INTEGER, summary_files INTEGER," +
    " summary_diffs TEXT, metadata TEXT, cost REAL DEFAULT 0," +
    ` ${tokenColumns}, revert TEXT, permission TEXT, agent TEXT, model TEXT, ${times},` +
    " time_compacting INTEGER, time_archived INTEGER, time_suspended INTEGER," +
    " resume_attempts INTEGER DEFAULT 0, time_idle INTEGER, time_viewed INTEGER, idle_outcome TEXT)",
  message:
    `CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, ${times},` +
    " data TEXT);" +
    " CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id)",
  part:
    "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT," +
    ` ${times}, data TEXT);` +
    " CREATE INDEX part_message_id_id_idx ON part (message_id, id);" +
    " CREATE INDEX part_session_idx ON part (session_id)",
  todo:
    "CREATE TABLE todo (session_id TEXT, content TEXT, status TEXT," +
    ` priority TEXT, position INTEGER, ${times},` +
    " PRIMARY KEY (session_id, position))",
  event_sequence: "CREATE TABLE event_sequence (aggregate_id TEXT PRIMARY KEY, seq INTEGER)",
  event:
    "CREATE TABLE event (id TEXT PRIMARY KEY, aggregate_id TEXT, seq INTEGER," +
    " type TEXT, data TEXT);" +
    " CREATE UNIQUE INDEX event_aggregate_seq_idx ON event (aggregate_id, seq)",
  session_message:
    "CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT," +
    ` type TEXT, seq INTEGER, ${times}, data TEXT)`,
  session_input:
    "CREATE TABLE session_input (id TEXT PRIMARY KEY, session_id TEXT, prompt TEXT, delivery TEXT," +
    " admitted_seq INTEGER, promoted_seq INTEGER, time_created INTEGER)",
  session_inbox:
    "CREATE TABLE session_inbox (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, payload TEXT," +
    " delivery TEXT, enqueued_seq INTEGER, time_created INTEGER)",
  credential: "CREATE TABLE credential (id TEXT PRIMARY KEY, value TEXT)",
};

/** The tables that not each version has: those with rows are there. */
const optional = ["session_v2", "session_input", "session_inbox"];

/** Replaces each NAME.rows.json below a folder by the database NAME. */
export function buildStore(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith(suffix)) continue;
    const path = join(folder, file);
    buildDatabase(path.slice(0, -suffix.length), JSON.parse(readFileSync(path, "utf8")));
    rmSync(path);
  }
}

/** Writes a database from the content of a rows.json; one that is there already is replaced. */
export function buildDatabase(path, { walMode, tables, without = [] }) {
  buildRows(path, { walMode, schema, tables: completed(tables, without) });
}

function completed(tables, without) {
  const names = Object.keys(schema).filter(
    (name) => !without.includes(name) && (tables[name] || !optional.includes(name)),
  );
  const rows = names.map((name) => [
    name,
    (tables[name] ?? []).map((row) =>
      "time_created" in row && !("time_updated" in row) && schema[name].includes("time_updated")
        ? { ...row, time_updated: row.time_created }
        : row,
    ),
  ]);
  return Object.fromEntries(rows);
}
