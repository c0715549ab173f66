// Builds databases like Cursor's from JSON that people can read and compare, `NAME.rows.json`:
//
//   { "walMode": true,                        leave the rows in a -wal file, as a running Cursor does
//     "schema": { "ItemTable": "CREATE …" },  instead of the usual columns
//     "tables": {
//       "ItemTable": { "key": value, … },     tables of keys and values
//       "composerHeaders": [ { "column": value, … }, … ] } }
//
// An object or list becomes its JSON text; text, numbers and null stay what they are. Objects with
// one of these fields stand for something else, wherever they are:
//
//   { "$json": value }      JSON as text, for JSON inside JSON
//   { "$blob": value }      bytes: of a text, of "hex:…" or "base64:…", of anything else its JSON
//   { "$hexText": value }   the bytes of a value in hex, as text
//   { "$base64": value }    the bytes of a value in base64, as text
//   { "$state": value }     the bytes of a value as "~" and base64, like `conversationState`
//   { "$protobuf": [[field, value], …] }
//                           a message; a value is text, a number, a list (a message inside), or
//                           any of these objects
//   { "$ref": name }        id of the named content: its 32 bytes in a message, its hex elsewhere
//   { "$key": "text {name}" }
//                           text with the id of the named content
//   { "$ms": "2026-01-22T00:53:34.189Z" }
//                           a time in milliseconds
//
// A key with a {name} in it (`agentKv:blob:{root}`) names its content: the name is replaced by the id,
// which is the SHA-256 of the content. So trees of blobs can be written by hand.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const suffix = ".rows.json";

const keyValueColumns = "(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)";
/** The columns of each table, as Cursor creates them. */
const schemas = {
  ItemTable: `CREATE TABLE ItemTable ${keyValueColumns}`,
  cursorDiskKV: `CREATE TABLE cursorDiskKV ${keyValueColumns}`,
  composerHeaders:
    "CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, createdAt INTEGER," +
    " lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, recency INTEGER," +
    " checkpointAt INTEGER, subagentTypeName TEXT, value TEXT)",
  blobs: "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
  meta: "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
  ai_code_hashes:
    "CREATE TABLE ai_code_hashes (hash TEXT PRIMARY KEY, source TEXT, fileExtension TEXT," +
    " fileName TEXT, requestId TEXT, conversationId TEXT, timestamp INTEGER, createdAt INTEGER," +
    " model TEXT)",
  scored_commits:
    "CREATE TABLE scored_commits (commitHash TEXT, branchName TEXT, scoredAt INTEGER," +
    " linesAdded INTEGER, linesDeleted INTEGER, tabLinesAdded INTEGER, composerLinesAdded INTEGER," +
    " humanLinesAdded INTEGER, v1AiPercentage TEXT, v2AiPercentage TEXT)",
  conversation_summaries:
    "CREATE TABLE conversation_summaries (conversationId TEXT PRIMARY KEY, title TEXT, tldr TEXT," +
    " overview TEXT, summaryBullets TEXT, model TEXT, mode TEXT, updatedAt INTEGER)",
};

// The driver of the tests, so that the bytes are the same on every Node.
const { DatabaseSync } = createRequire(
  new URL("../packages/source-cursor/package.json", import.meta.url),
)("@photostructure/sqlite");

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
export function buildDatabase(path, { walMode = false, schema = {}, tables }) {
  mkdirSync(dirname(path), { recursive: true });
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
  const target = walMode ? `${path}.building` : path;
  const database = new DatabaseSync(target);
  if (walMode) database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  const encode = encoderOf(tables);
  database.exec("BEGIN");
  for (const [name, rows] of Object.entries(tables)) {
    database.exec(schema[name] ?? schemas[name]);
    for (const row of rowsOf(name, rows)) insert(database, name, row, encode);
  }
  database.exec("COMMIT");
  if (walMode)
    for (const end of ["", "-wal"])
      if (existsSync(target + end)) copyFileSync(target + end, path + end);
  database.close();
  if (walMode) for (const end of ["", "-wal", "-shm"]) rmSync(target + end, { force: true });
}

function insert(database, table, row, encode) {
  const values = Object.values(row).map((value) => literal(encode.cell(value)));
  // A prepared statement would keep the file open after `close`.
  database.exec(
    `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`,
  );
}

function literal(value) {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (Buffer.isBuffer(value)) return `x'${value.toString("hex")}'`;
  // SQL ends at a NUL.
  if (value.includes("\0")) return `CAST(x'${Buffer.from(value).toString("hex")}' AS TEXT)`;
  return `'${value.replaceAll("'", "''")}'`;
}

/** The rows of a table, with values by the names of columns. */
function rowsOf(table, rows) {
  if (Array.isArray(rows)) return rows;
  const [key, value] = table === "blobs" ? ["id", "data"] : ["key", "value"];
  return Object.entries(rows).map(([name, content]) => ({
    [key]: name.includes("{") ? { $key: name } : name,
    [value]: content,
  }));
}

/** Turns what is written in a rows.json into what is stored. */
function encoderOf(tables) {
  const named = namedContents(tables);
  const ids = new Map();

  function idOf(name) {
    if (!named.has(name)) throw new Error(`No content has the name ${name}.`);
    if (ids.get(name) === "…") throw new Error(`The content ${name} leads back to itself.`);
    if (!ids.has(name)) {
      ids.set(name, "…");
      ids.set(
        name,
        createHash("sha256")
          .update(content(named.get(name)))
          .digest("hex"),
      );
    }
    return ids.get(name);
  }

  /** The bytes of a blob; the hex text of old versions has the id of the bytes. */
  const content = (value) => bytes(Object.hasOwn(value ?? {}, "$hexText") ? value.$hexText : value);

  const operators = {
    $json: (value) => JSON.stringify(resolved(value)),
    $blob: (value) => bytes(value),
    $hexText: (value) => bytes(value).toString("hex"),
    $base64: (value) => bytes(value).toString("base64"),
    $state: (value) => `~${bytes(value).toString("base64")}`,
    $protobuf: (fields) => message(fields),
    $ref: (name) => idOf(name),
    $key: (text) => text.replace(/\{([^{}]+)\}/g, (_, name) => idOf(name)),
    $ms: (time) => Date.parse(time),
  };

  /** The value with all operators applied. */
  function resolved(value) {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    const [name] = Object.keys(value);
    if (Object.hasOwn(operators, name ?? "")) return operators[name](value[name]);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item)]));
  }

  function bytes(value) {
    const plain = resolved(value);
    if (Buffer.isBuffer(plain)) return plain;
    if (typeof plain !== "string") return Buffer.from(JSON.stringify(plain));
    const [, encoding, digits] = /^(hex|base64):(.*)$/s.exec(plain) ?? [];
    return encoding ? Buffer.from(digits, encoding) : Buffer.from(plain);
  }

  function cell(value) {
    const plain = resolved(value);
    if (typeof plain === "boolean") return Number(plain);
    const isObject = typeof plain === "object" && plain !== null && !Buffer.isBuffer(plain);
    return isObject ? JSON.stringify(plain) : plain;
  }

  function message(fields) {
    return Buffer.concat(
      fields.map(([number, value]) => {
        if (typeof value === "number") return Buffer.concat([varint(number * 8), varint(value)]);
        const data = fieldBytes(value);
        return Buffer.concat([varint(number * 8 + 2), varint(data.length), data]);
      }),
    );
  }

  function fieldBytes(value) {
    if (Array.isArray(value)) return message(value);
    return Object.hasOwn(value, "$ref") ? Buffer.from(idOf(value.$ref), "hex") : bytes(value);
  }

  return { cell };
}

/** The contents that keys give a {name} to. */
function namedContents(tables) {
  const named = new Map();
  for (const rows of Object.values(tables))
    if (!Array.isArray(rows))
      for (const [key, value] of Object.entries(rows)) {
        const name = /\{([^{}]+)\}/.exec(key)?.[1];
        if (name !== undefined) named.set(name, value);
      }
  return named;
}

function varint(value) {
  const groups = [];
  let rest = BigInt(value);
  do {
    groups.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(groups);
}
