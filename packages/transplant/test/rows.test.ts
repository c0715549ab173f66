import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangeError } from "@chatexport/relocate";
import { packed } from "@chatexport/source-opencode/paths";
import { expect, onTestFinished, test } from "vitest";
import { rowsIn, settle } from "../src/pack/tools/rows.js";

const session = { table: "session", row: { id: "ses_1" } };

/** The rows that a file of a pack is read as. */
function read(...lines: unknown[]) {
  const content = () => lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`));
  return [...(rowsIn("ses_1/rows.jsonl", content, packed)?.() ?? [])];
}

test("rows have texts, JSON and bytes as the database has them", () => {
  const message = { table: "message", row: { session_id: "ses_1", time_created: 1, title: null } };
  const bytes = { type: "base64", data: "AAE=" };
  expect(read(session, { ...message, json: { data: { a: [1] } }, bytes: { blob: bytes } })).toEqual(
    [
      session,
      { table: "message", row: { ...message.row, data: '{"a":[1]}', blob: Buffer.from([0, 1]) } },
    ],
  );
});

test.each([
  ["another table", { table: "credential", row: { id: "ses_1", session_id: "ses_1" } }],
  ["a table that objects have", { table: "constructor", row: { session_id: "ses_1" } }],
  ["another session", { table: "message", row: { session_id: "ses_2" } }],
  ["nothing", 1],
  ["objects", { table: "message", row: { session_id: "ses_1", data: {} } }],
])("rows of %s are refused", (_, line) => {
  expect(() => read(session, line)).toThrow("has rows of no session");
});

test("a file that no database can have is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-rows-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "rows.jsonl");
  const columns = Array.from({ length: 40_000 }, (_, at) => [`column${at}`, 1]);
  const row = { session_id: "ses_1", ...Object.fromEntries(columns) };
  const lines = [session, { table: "todo", row }].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(path, lines.join(""));
  expect(() => settle(path, "ses_1/rows.jsonl", packed)).toThrow(ChangeError);
});

test("any other file has no rows", () => {
  expect(rowsIn("ses_1/tool-output/tool_1", () => [], packed)).toBeUndefined();
});
