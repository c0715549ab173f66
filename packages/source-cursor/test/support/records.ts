import { readFileSync } from "node:fs";
import { objectOf } from "@chatexport/core/read";
import { filesOf } from "../../../../tests/fixtures/read-fixture.js";
import { databasesOf, tablesOf } from "./build-store.js";

/**
 * The number of records in a store: rows of databases, messages inside rows, entries of transcripts, plans
 * called "unnamed".
 */
export function recordsOf(folder: string): number {
  let records = 0;
  for (const path of databasesOf(folder))
    for (const rows of Object.values(tablesOf(path)))
      for (const row of rows) records += 1 + inlineMessages(parsed(row.value));
  for (const path of Object.keys(filesOf(folder)))
    if (path.includes("agent-transcripts")) records += entriesOf(path);
    else if (path.includes("unnamed") && path.endsWith(".plan.md")) records++;
  return records;
}

/** The messages inside a row: of composers whole, of tabs, of sub-agents inside calls. */
function inlineMessages(value: unknown): number {
  if (Array.isArray(value)) return sum(value.map(inlineMessages));
  const object = objectOf(value);
  if (!object) return 0;
  const { conversation, conversationMap, tabs, composerData, ...rest } = object;
  return sum([
    lengthOf(conversation),
    Object.keys(objectOf(conversationMap) ?? {}).length,
    ...(Array.isArray(tabs) ? tabs : []).map((tab) => lengthOf(objectOf(tab)?.bubbles)),
    inlineMessages(parsed(composerData)),
    ...Object.values(rest).map(inlineMessages),
  ]);
}

function entriesOf(path: string): number {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".txt")) return text.match(/^(user|assistant):$/gm)?.length ?? 0;
  if (path.endsWith(".json")) return lengthOf(JSON.parse(text));
  return text.split("\n").filter((line) => line !== "").length;
}

function parsed(value: unknown): unknown {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value;
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
