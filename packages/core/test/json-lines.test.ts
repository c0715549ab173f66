import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { jsonLines } from "../src/read/index.js";

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "lines.jsonl");
  writeFileSync(path, content);
  return path;
}

test("a range gives its own lines with their numbers in the file", () => {
  const lines = ['{"ä":1}\n', '{"b":2}\n', "\n", '{"c":3}\n', '{"d":4}\n'];
  const start = Buffer.byteLength(lines[0] ?? "");
  const end = Buffer.byteLength(lines.slice(0, 4).join(""));
  const read = [...jsonLines(fileWith(lines.join("")), { start, end, line: 2 })].flat();
  expect(read).toEqual([
    { line: 2, record: { b: 2 } },
    { line: 4, record: { c: 3 } },
  ]);
});

test("a range that is longer than the file ends with it", () => {
  const path = fileWith('{"a":1}\n{"b"');
  expect([...jsonLines(path, { start: 0, end: 1e9, line: 1 })].flat()).toEqual([
    { line: 1, record: { a: 1 } },
    { line: 2, malformed: "truncated" },
  ]);
});

test("a range may be longer than what is read at once", () => {
  const text = "x".repeat(3 * 1024 * 1024);
  const content = `{"a":1}\n${JSON.stringify({ text })}\n{"b":2}\n`;
  const end = content.length - 8;
  expect([...jsonLines(fileWith(content), { start: 8, end, line: 2 })].flat()).toEqual([
    { line: 2, record: { text } },
  ]);
});

test("lines are whole wherever what is read at once ends", () => {
  // Two bytes a character, so that borders fall between lines, into them and into characters.
  const records = Array.from({ length: 700 }, (_, index) => ({ text: "é".repeat(index * 3) }));
  const content = records.map((record) => JSON.stringify(record)).join("\n");
  expect([...jsonLines(fileWith(`${content}\n`))].flat()).toEqual(
    records.map((record, index) => ({ line: index + 1, record })),
  );
});

test("two files are read side by side", () => {
  const records = Array.from({ length: 3 }, (_, index) => ({ text: "x".repeat(200_000), index }));
  const path = fileWith(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const found: unknown[] = [];
  const other = jsonLines(path);
  for (const batch of jsonLines(path)) {
    other.next();
    for (const line of batch) if ("record" in line) found.push(line.record);
  }
  expect(found).toEqual(records);
});
