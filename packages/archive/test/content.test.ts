import { expect, it } from "vitest";
import { type Content, encoded, inBatches } from "../src/content.js";

async function collect(pieces: AsyncIterable<string | Uint8Array>) {
  const all: (string | Uint8Array)[] = [];
  for await (const piece of pieces) all.push(typeof piece === "string" ? piece : piece.slice());
  return all;
}

const bytes = (...values: number[]) => Uint8Array.of(...values);

it.each<[string, Content, (string | Uint8Array)[]]>([
  ["none", [], []],
  ["short ones while they are short", ["a", "b", "cd", "e", ""], ["ab", "cde"]],
  ["a long one as it is", ["ab", "cdef", "g"], ["ab", "cdef", "g"]],
  ["bytes as they are", ["a", bytes(1), bytes(2), "b"], ["a", bytes(1), bytes(2), "b"]],
  ["halves of a character as one", ["abc\ud83d", "\ude00", "d"], ["abc😀", "d"]],
  ["a half at the end", ["abcd\ud83d"], ["abcd\ud83d"]],
])("joins pieces: %s", async (_, content, batches) => {
  expect(await collect(inBatches(content, 4))).toEqual(batches);
});

it.each<[string, Content]>([
  ["nothing", []],
  ["short texts", Array.from({ length: 9 }, () => "été")],
  ["texts and bytes", ["a", bytes(1, 2), "b", bytes(), "c".repeat(5000), bytes(3)]],
  ["bytes at the start", [bytes(1), "a"]],
  ["long texts", ["a".repeat(65_535), "é".repeat(70_000), "😀".repeat(40_000)]],
  ["as much as fits", ["a".repeat(65_536), "b"]],
])("encodes %s as they are", async (_, content) => {
  const parts: Uint8Array[] = [];
  for (const piece of content as Iterable<string | Uint8Array>) parts.push(Buffer.from(piece));
  const [whole] = [Buffer.concat(parts)];
  // Two at a time, for each has memory of its own.
  const both = await Promise.all([collect(encoded(content)), collect(encoded(content))]);
  for (const pieces of both) {
    expect(Buffer.concat(pieces as Uint8Array[]).equals(whole)).toBe(true);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(65_536);
  }
});

it.each([encoded, inBatches])("refuses what is neither text nor bytes", async (read) => {
  await expect(collect(read(["a", {}] as never))).rejects.toThrow(TypeError);
});
