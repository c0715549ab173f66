import { readFileSync, writeFileSync } from "node:fs";
import type { Json, JsonObject } from "@chatexport/core";
import { numberOf, objectOf, parseJson, stringOf } from "@chatexport/core/read";
import type { RecordChange, WritableDatabase } from "@chatexport/testkit";
import { filesOf } from "../../../../tests/fixtures/read-fixture.js";
import { writingDriver } from "../../../sqlite/test/support/databases.js";
import { itemKeys, planRegistry } from "../../src/rows/keys.js";
import { databasesOf } from "./build-store.js";

const driver = writingDriver() as {
  DatabaseSync: new (path: string) => WritableDatabase & { close(): void };
};

/** The columns of a table with rows about conversations, and which of its keys these have. */
interface Table {
  key: string;
  value: string;
  owns(key: string): boolean;
}

const families =
  /^(?:bubbleId|composerData|agentKv:blob|messageRequestContext|codeBlockDiff|codeBlockPartialInlineDiffFates):/;
const items: ReadonlySet<string> = new Set([
  itemKeys.tabs,
  itemKeys.composers,
  itemKeys.paneContexts,
  itemKeys.heads,
  planRegistry,
]);

const tables: Readonly<Record<string, Table>> = {
  cursorDiskKV: { key: "key", value: "value", owns: (key) => families.test(key) },
  ItemTable: { key: "key", value: "value", owns: (key) => items.has(key) },
  blobs: { key: "id", value: "data", owns: () => true },
  composerHeaders: { key: "composerId", value: "value", owns: () => true },
  meta: { key: "key", value: "value", owns: (key) => key === "0" },
};

/** Rewrites the lines of transcripts, and the rows of databases that hold JSON. */
export function changeRecords(store: string, change: RecordChange): void {
  for (const path of databasesOf(store)) changeDatabase(path, change);
  for (const path of Object.keys(filesOf(store))) {
    if (!path.endsWith(".jsonl") || !path.includes("agent-transcripts")) continue;
    const lines = readFileSync(path, "utf8").split("\n");
    const changed = lines.flatMap((line) => changedText(line, "line", change) ?? []);
    writeFileSync(path, changed.join("\n"));
  }
}

function changeDatabase(path: string, change: RecordChange): void {
  const database = new driver.DatabaseSync(path);
  database.exec("BEGIN");
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const name of rows.map((row) => String(objectOf(row)?.name))) {
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
    if (!table) continue;
    const { key, value, owns } = table;
    const stored = database.prepare(
      `SELECT rowid AS at, "${key}" AS key, "${value}" AS value FROM "${name}"`,
    );
    for (const row of stored.all() as { at: number; key: string; value: unknown }[]) {
      if (!owns(row.key)) continue;
      const text = textIn(row.value);
      const isHex = /^(?:[\da-f]{2})+$/i.test(text);
      const json = isHex ? Buffer.from(text, "hex").toString() : text;
      const changed = changedText(json, row.key.split(":")[0] ?? "", change);
      if (changed === json) continue;
      if (changed === undefined) database.exec(`DELETE FROM "${name}" WHERE rowid = ${row.at}`);
      else
        database
          .prepare(`UPDATE "${name}" SET "${value}" = ? WHERE rowid = ${row.at}`)
          .run(isHex ? Buffer.from(changed).toString("hex") : changed);
    }
  }
  database.exec("COMMIT");
  database.close();
}

function textIn(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : (stringOf(value) ?? "");
}

/** The text of a changed record; the same text for what is none, or stays. */
function changedText(text: string, family: string, change: RecordChange): string | undefined {
  const found = objectOf(parseJson(text));
  if (!found) return text;
  const record = withoutText(found);
  const made = change(record, kindOf(family, record));
  return made === record ? text : made && JSON.stringify(made);
}

/** Numbers say what a bubble is, and the name of a tool says what its call holds. */
function kindOf(family: string, { type, capabilityType, toolFormerData }: JsonObject): string {
  const words = [family, numberOf(type), numberOf(capabilityType), objectOf(toolFormerData)?.name];
  return words.map(String).join(" ");
}

/** The record with the values of a call as such, which are JSON in JSON. */
function withoutText(record: JsonObject): JsonObject {
  const call = objectOf(record.toolFormerData);
  if (!call) return record;
  const entries = Object.entries(call).map(([name, value]): [string, Json] => {
    const inner = objectOf(parseJson(stringOf(value)));
    return [name, inner ?? value];
  });
  return { ...record, toolFormerData: Object.fromEntries(entries) };
}
