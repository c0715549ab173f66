import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "../../../scripts/sqlite.mjs";

const schema = `
  PRAGMA auto_vacuum = FULL;
  PRAGMA user_version = 1;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
  CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
`;
const headersSchema = `
  CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, createdAt INTEGER,
    lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, recency INTEGER,
    checkpointAt INTEGER, value TEXT);
  CREATE INDEX idx_composerHeaders_0
    ON composerHeaders (workspaceId, isSubagent, isArchived, recency);
  CREATE INDEX idx_composerHeaders_1 ON composerHeaders (recency, composerId);
`;

/** A new state.vscdb. Counts the bytes of `cursorDiskKV` by family of keys. */
export function createDatabase(path) {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(schema);
  database.exec("BEGIN");
  const item = database.prepare("INSERT INTO ItemTable VALUES (?, ?)");
  const row = database.prepare("INSERT INTO cursorDiskKV VALUES (?, ?)");
  const written = {};

  /** Writes a row; the value is text or bytes, and is stored as what it is. */
  function put(family, key, value) {
    row.run(key, value);
    written[family] ??= { rows: 0, bytes: 0 };
    written[family].rows++;
    written[family].bytes += Buffer.byteLength(value);
  }

  /** The mode is set at the end, so that no log of all pages is written before. */
  function close() {
    database.exec("COMMIT");
    database.exec("PRAGMA journal_mode = WAL");
    database.close();
  }

  return {
    connection: database,
    put,
    putItem: (key, value) => item.run(key, JSON.stringify(value)),
    bytesOf: (family) => written[family]?.bytes ?? 0,
    written,
    close,
  };
}

/** Adds the index of composers, as since 3.9; the function returned writes a row of it. */
export function createHeaders({ connection }) {
  connection.exec(headersSchema);
  const row = connection.prepare("INSERT INTO composerHeaders VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)");
  return (value, workspaceId) => {
    const { composerId, createdAt, lastUpdatedAt } = value;
    const text = JSON.stringify(value);
    row.run(composerId, workspaceId, createdAt, lastUpdatedAt, 0, lastUpdatedAt, null, text);
  };
}
