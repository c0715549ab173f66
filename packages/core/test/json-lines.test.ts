import { describe, expect, test } from "vitest";
import { contextFor, type Diagnostic } from "../src/index.js";
import {
  jsonLines,
  parseLine,
  placedJsonLines,
  readJsonLines,
  reportLine,
} from "../src/read/index.js";
import { fileWith } from "./folders.js";

test("each line is a record or says why it is none; blank ones only count", () => {
  const path = fileWith('{"a":1}\r\n\n[1]\n  \nnull\n{"b"\n{"c":3}');
  expect([...jsonLines(path)].flat()).toEqual([
    { line: 1, record: { a: 1 } },
    { line: 3, malformed: "not-an-object", text: "[1]" },
    { line: 5, malformed: "not-an-object", text: "null" },
    { line: 6, malformed: "not-json", text: '{"b"' },
    { line: 7, record: { c: 3 } },
  ]);
});

test.each([
  ["an empty file", "", []],
  ["blanks at the end", '{"a":1}\n  ', [{ line: 1, record: { a: 1 } }]],
  ["a last line that is cut off", '{"a":', [{ line: 1, malformed: "truncated", text: '{"a":' }]],
  ["a last line that is no object", "[1]", [{ line: 1, malformed: "truncated", text: "[1]" }]],
])("%s has no other lines", (_, content, lines) => {
  expect([...jsonLines(fileWith(content))].flat()).toEqual(lines);
});

test("empty lines are only counted, and stay in a text that goes on", () => {
  const far = fileWith(`{"a":1}${"\n".repeat(600_000)}{"b":2}\n`);
  expect([...jsonLines(far)].flat()).toEqual([
    { line: 1, record: { a: 1 } },
    { line: 600_001, record: { b: 2 } },
  ]);
  expect([...jsonLines(fileWith('{"a":"x\n\n\ny"}\n'))].flat()).toEqual([
    { line: 1, record: { a: "x\n\n\ny" }, over: { start: 0, lastLine: 4, end: 3 } },
  ]);
  const torn = fileWith(`{"a":"x${"\n".repeat(2000)}y"}\n`);
  expect([...jsonLines(torn)].flat()).toEqual([
    { line: 1, malformed: "not-json", text: '{"a":"x' },
    { line: 2001, malformed: "not-json", text: 'y"}' },
  ]);
});

test("a byte-order mark is part of no record", () => {
  expect([...jsonLines(fileWith('\uFEFF{"a":1}\n\uFEFF{"b":2}\n'))].flat()).toEqual([
    { line: 1, record: { a: 1 } },
    { line: 2, record: { b: 2 }, columns: { start: 1, end: 8 } },
  ]);
});

test("bytes that are no UTF-8 are damaged text behind their record", () => {
  const text = Buffer.from('{"a":"é"}\n{"a":"x?y"}\n{"b"?\n{"a":"?z\n"}\n{"c":1}\n');
  const path = fileWith(text.map((byte) => (byte === 0x3f ? 0xff : byte)));
  const found = [...jsonLines(path)].flat();
  expect(found).toEqual([
    { line: 1, record: { a: "é" } },
    { line: 2, record: { a: "x\uFFFDy" } },
    { line: 2, malformed: "not-utf-8", text: "ff" },
    { line: 3, malformed: "not-json", text: '{"b"\uFFFD' },
    { line: 4, record: { a: "\uFFFDz\n" }, over: { start: 0, lastLine: 5, end: 2 } },
    { line: 4, malformed: "not-utf-8", text: "ff" },
    { line: 6, record: { c: 1 } },
  ]);
});

test("records are told with their bytes, wherever they are", () => {
  const content = '\uFEFF{"a":"é"}\n\n{"b":1}{"c":2}\n{"d":"y\n\nz"}\n{"e"\n{"f":3}';
  const bytes = Buffer.from(content);
  const told = [...placedJsonLines(fileWith(content))].map(({ line, start, end }) => [
    line,
    bytes.toString("utf8", start, end),
  ]);
  expect(told).toEqual([
    [1, '{"a":"é"}'],
    [3, '{"b":1}'],
    [3, '{"c":2}'],
    [4, '{"d":"y\n\nz"}'],
    [7, '{"e"'],
    [8, '{"f":3}'],
  ]);
});

test.each(["utf-16le", "utf-16be"])("a file in %s is read as text", (encoding) => {
  const bytes = Buffer.from('\uFEFF{"a":"ü"}\r\n{"b":"你"}\n', "utf16le");
  const path = fileWith(encoding === "utf-16le" ? bytes : bytes.swap16());
  expect([...jsonLines(path)].flat()).toEqual([
    { line: 1, record: { a: "ü" } },
    { line: 2, record: { b: "你" } },
  ]);
});

describe("parseLine", () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ["7", "not-an-object"],
    ['{"a"', "not-json"],
    [" \t", undefined],
  ])("of %j gives %j", (text, parsed) => {
    expect(parseLine(text)).toEqual(parsed);
  });
});

test("a line that holds no record is reported with its place", () => {
  const reported: Diagnostic[] = [];
  const context = contextFor({ report: (one) => reported.push(one) }, {});
  for (const malformed of ["not-json", "not-an-object", "truncated"] as const)
    reportLine({ line: 7, malformed }, "a.jsonl", context);
  const place = { severity: "warning", origin: { path: "a.jsonl", at: 7 } };
  expect(reported).toEqual([
    { ...place, code: "malformed-line", message: "The line is not JSON." },
    {
      ...place,
      code: "malformed-line",
      message: "The line holds no record (a JSON object).",
    },
    { ...place, code: "truncated-line", message: expect.stringContaining("is cut off") },
  ]);
});

test("reading can be stopped between two batches", async () => {
  const controller = new AbortController();
  const path = fileWith(`{"a":"${"x".repeat(1_000_000)}"}\n{"b":2}\n`);
  const batches = readJsonLines(path, controller);
  await batches.next();
  controller.abort();
  await expect(batches.next()).rejects.toThrow("aborted");
});

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
    { line: 2, malformed: "truncated", text: '{"b"' },
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
