import { readFileSync, writeFileSync } from "node:fs";
import { filesBelow, inStore } from "../files.js";
import type { Random } from "../random.js";
import type { Mutation } from "./mutation.js";

type Change = (bytes: Buffer, random: Random) => Buffer;

/** The range of something in bytes. */
interface Range {
  start: number;
  end: number;
}

const page = 4096;

/** Part of the bytes: mostly short, sometimes long, sometimes whole pages. */
function rangeOf(bytes: Buffer, random: Random): Range {
  if (bytes.length > 2 * page && random.chance(0.3)) {
    const start = page * random.below(Math.floor(bytes.length / page));
    return { start, end: Math.min(bytes.length, start + page * (1 + random.below(3))) };
  }
  const start = random.below(bytes.length);
  const length = 1 + Math.floor(random.next() ** 4 * Math.min(bytes.length, 3 * page));
  return { start, end: Math.min(bytes.length, start + length) };
}

function spliced(bytes: Buffer, { start, end }: Range, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(end)]);
}

function noise(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** Bytes that begin or end something, alone where they have no business. */
const pieces = [
  "00",
  "efbbbf",
  "0d0a",
  "0d",
  "0a",
  "0a0a0a",
  "fffe",
  "e282",
  "f09f98",
  "c0af",
  "eda080",
  "7b7d0a",
  "22",
  "7b",
  "7d",
  "5d",
  "5c",
  "e280a8",
  "1b5b324a",
].map((hex) => Buffer.from(hex, "hex"));

const changes: Readonly<Record<string, Change>> = {
  "a flipped bit"(bytes, random) {
    const at = random.below(bytes.length);
    return spliced(
      bytes,
      { start: at, end: at + 1 },
      Buffer.of((bytes[at] ?? 0) ^ (1 << random.below(8))),
    );
  },
  "some flipped bytes"(bytes, random) {
    const copy = Buffer.from(bytes);
    for (let count = 1 + random.below(20); count > 0; count--)
      copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  "a cut at random": (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  "a cut behind a line"(bytes, random) {
    const end = bytes.indexOf("\n", random.below(bytes.length)) + 1;
    return bytes.subarray(0, end);
  },
  "a cut behind a page": (bytes, random) =>
    bytes.subarray(0, page * random.below(Math.ceil(bytes.length / page))),
  "a lost beginning": (bytes, random) => bytes.subarray(random.below(bytes.length)),
  "a block of zeros"(bytes, random) {
    const range = rangeOf(bytes, random);
    return spliced(bytes, range, Buffer.alloc(range.end - range.start));
  },
  "a block of noise"(bytes, random) {
    const range = rangeOf(bytes, random);
    return spliced(bytes, range, noise(range.end - range.start, random));
  },
  "a block left out": (bytes, random) => spliced(bytes, rangeOf(bytes, random), Buffer.alloc(0)),
  "a block twice"(bytes, random) {
    const range = rangeOf(bytes, random);
    return spliced(
      bytes,
      { start: range.end, end: range.end },
      bytes.subarray(range.start, range.end),
    );
  },
  "two blocks swapped"(bytes, random) {
    const [a, b] = [random.below(bytes.length), random.below(bytes.length)];
    const length = Math.min(random.chance(0.5) ? page : 100, Math.abs(a - b));
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const copy = Buffer.from(bytes);
    bytes.copy(copy, low, high, high + length);
    bytes.copy(copy, high, low, low + length);
    return copy;
  },
  "inserted noise"(bytes, random) {
    const start = random.below(bytes.length + 1);
    return spliced(bytes, { start, end: start }, noise(1 + random.below(40), random));
  },
  "an inserted piece"(bytes, random) {
    const start = random.chance(0.2) ? 0 : random.below(bytes.length + 1);
    return spliced(bytes, { start, end: start }, random.pick(pieces) ?? Buffer.alloc(0));
  },
  "something behind the end": (bytes, random) =>
    Buffer.concat([
      bytes,
      random.chance(0.5) ? noise(100, random) : (random.pick(pieces) ?? bytes),
    ]),
  "line ends of Windows": (bytes) =>
    Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1"),
  "two bytes for each character": (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, "utf16le"),
};

/** Damage that knows nothing of what a file holds. */
export const byteMutations: readonly Mutation[] = Object.entries(changes).map(([name, change]) => ({
  name,
  apply(store, random) {
    const path = random.pick(filesBelow(store));
    if (path === undefined) return undefined;
    const bytes = readFileSync(path);
    if (bytes.length === 0) return undefined;
    writeFileSync(path, change(bytes, random));
    return { what: `${name} in ${inStore(path, store)}`, places: [{ path }] };
  },
}));
