import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { jsonLines, readBytes, sizeOf, textOfBytes, WordSearch } from "../src/read/index.js";

const folder = mkdtempSync(join(tmpdir(), "unpacked-"));
afterAll(() => rmSync(folder, { recursive: true }));

function stored(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const line = (n: number) => `{"n":${n},"text":"Line ${n} of ${(n * 7919) % 1000}"}\n`;
const text = Buffer.from(Array.from({ length: 40_000 }, (_, n) => line(n)).join(""));

const compressors = {
  gzip: zlib.gzipSync,
  // Node has it from 22.15 on.
  zstd: (zlib as { zstdCompressSync?: (bytes: Uint8Array) => Buffer }).zstdCompressSync,
};

const known = Object.entries(compressors).flatMap(([name, compress]) =>
  compress ? [{ name, compress }] : [],
);

function linesOf(path: string) {
  return [...jsonLines(path)].flat();
}

test.each(known)("a file in $name is read as the plain one is", async ({ name, compress }) => {
  const path = stored(`whole.${name}`, compress(text));
  const plain = stored("whole.jsonl", text);
  expect(linesOf(path)).toEqual(linesOf(plain));
  expect(sizeOf(path)).toBe(text.length);
  expect(readBytes(path).equals(text)).toBe(true);
  expect(readBytes(path, 1_000_000, 5000).equals(text.subarray(1_000_000, 1_005_000))).toBe(true);
  const range = { start: text.indexOf(line(30_000)), end: text.indexOf(line(30_002)), line: 1 };
  expect([...jsonLines(path, range)].flat()).toEqual([...jsonLines(plain, range)].flat());
  const search = new WordSearch(["39999"]);
  await search.lookInFile(path, { signal: new AbortController().signal });
  expect(search.isOver).toBe(true);
});

test.each(known)(
  "parts in $name that were compressed one by one are read to the end",
  ({ name, compress }) => {
    const parts = [text.subarray(0, 1000), text, text.subarray(1000)].map((part) => compress(part));
    const path = stored(`parts.${name}`, Buffer.concat(parts));
    expect(sizeOf(path)).toBe(2 * text.length);
    // Tapes and disks fill the last block.
    if (name === "gzip") {
      const padded = stored("padded.gz", Buffer.concat([...parts, Buffer.alloc(5000)]));
      expect(sizeOf(padded)).toBe(2 * text.length);
    }
  },
);

test.each(known)(
  "what is left of a damaged file in $name is read, and it ends cut off",
  ({ name, compress }) => {
    const whole = compress(text);
    const cut = linesOf(stored(`cut.${name}`, whole.subarray(0, whole.length / 2)));
    expect(cut.length).toBeGreaterThan(1000);
    expect(cut.at(-1)).toMatchObject({ malformed: "truncated" });
    const nothing = linesOf(stored(`nothing.${name}`, whole.subarray(0, 12)));
    expect(nothing).toMatchObject([{ malformed: "truncated" }]);
    // All of it is in one block.
    const small = compress(Buffer.from('{"a":1}\n'));
    const oneLine = stored(`small.${name}`, small);
    expect(linesOf(oneLine)).toHaveLength(1);
    for (let length = 6; length < small.length; length++) {
      const lines = linesOf(stored(`small-${length}.${name}`, small.subarray(0, length)));
      expect(lines.at(-1)).toMatchObject({ malformed: "truncated" });
    }
    // Only the sum behind it is missing.
    const short = linesOf(stored(`short.${name}`, whole.subarray(0, whole.length - 1)));
    expect(short.at(-1)).toMatchObject({ malformed: "truncated" });
  },
);

test.each(known)("bytes in memory are text as those of a file, in $name", ({ compress }) => {
  const packed = compress(text);
  expect(textOfBytes(packed) === text.toString()).toBe(true);
  expect(textOfBytes(text) === text.toString()).toBe(true);
  const cut = textOfBytes(packed.subarray(0, packed.length / 2));
  expect(cut.length).toBeGreaterThan(100_000);
  expect(text.toString().startsWith(cut.slice(0, -4))).toBe(true);
});

test("a few bytes that stand for gigabytes are refused with a reason", () => {
  // A member of gzip for each 64 MiB.
  const bomb = Buffer.concat(Array(17).fill(zlib.gzipSync(Buffer.alloc(64 * 1024 ** 2, "\n"))));
  const path = stored("bomb.gz", bomb);
  expect(() => sizeOf(path)).toThrow("it holds more than 1 GiB: unpack it with `gzip -d`");
  expect(readBytes(path, 0, 10).toString()).toBe("\n".repeat(10));
});
