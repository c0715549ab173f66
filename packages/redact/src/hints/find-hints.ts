import { getOrAdd } from "@chatexport/core/read";
import { compiled } from "../rules/machine-code.js";
import type { Found } from "../rules/rule.js";
import { classOf, type HintTable, numberCount, wholeLists } from "./hint-table.js";

/**
 * Finds which of many hints a text has, and where. Regular expressions alone are slow here, because
 * they try every hint at every character: this looks at four characters at a time and tries only
 * the hints that begin with the first three.
 */
export class HintFinder {
  /** By the number of three characters, the bits of the classes of a character before them with which a hint may begin. */
  #before = new Int32Array(numberCount);
  /** The index of a candidate by the number of the three characters with which it begins. */
  #candidateAt = new Uint16Array(numberCount);
  /** By index; most are never met: each is made when it is. */
  readonly #candidates: Candidate[] = [];
  /** The number of known places of each candidate; 0 as long as it was not met. */
  readonly #known: Uint8Array;
  /**
   * For each candidate and each byte, a bit for each offset from the beginning at which it may
   * occur.
   */
  readonly #offsets: Uint16Array;
  readonly #table: HintTable;
  readonly #beginnings: readonly number[][];
  readonly #hints: readonly string[];

  /** The table is that of the hints, which are sources of regular expressions. */
  constructor(hints: readonly string[], table: HintTable) {
    this.#hints = hints;
    this.#table = table;
    this.#beginnings = wholeLists(table);
    this.#known = new Uint8Array(table.candidates.length);
    this.#offsets = new Uint16Array(table.candidates.length << 8);
    fill(this.#candidateAt, table.candidateRuns);
    fill(this.#before, table.beforeRuns);
  }

  /** The hints that a text has, and where. */
  hintsIn(text: string): Found {
    let found: Map<string, number[]> | undefined;
    for (let start = 0; start + 3 < text.length; start += bytes.length - 3) {
      const length = bytes.write(text.slice(start, start + bytes.length), "latin1");
      const count = findPositions(bytes, length, this.#before, positions);
      for (let index = 0; index < count; index++) {
        const position = positions[index] ?? 0;
        const candidate = this.#candidateAt[numberAt(bytes, position)] ?? 0;
        if (!this.#mayStandAt(candidate, position, length)) continue;
        const { any, hints } = this.#candidate(candidate);
        if (!standsAt(any, text, start + position)) continue;
        found ??= new Map();
        addAt(text, start + position, hints, found);
      }
    }
    return found ?? nothing;
  }

  /** True when the bytes at a position fit: quicker than trying an expression. */
  #mayStandAt(candidate: number, position: number, length: number): boolean {
    const known = this.#known[candidate] || this.#learn(candidate);
    // From the end: the first three characters fit already.
    for (let index = Math.min(length - position, known) - 1; index >= 0; index--) {
      const offsets = this.#offsets[(candidate << 8) | (bytes[position + index] ?? 0)] ?? 0;
      if ((offsets & (1 << index)) === 0) return false;
    }
    return true;
  }

  /**
   * Notes which bytes may occur at the places of a candidate, and returns how many places are
   * known.
   */
  #learn(candidate: number): number {
    const { candidates, places } = this.#table;
    const all = candidates[candidate]?.map((way) => this.#beginnings[way]?.slice(1) ?? []) ?? [];
    const offsets = this.#offsets.subarray(candidate << 8, (candidate + 1) << 8);
    for (const way of all)
      for (const [index, place] of way.entries()) {
        const ranges = places[place] ?? [];
        for (let at = 0; at < ranges.length; at += 2)
          for (let byte = ranges[at] ?? 0; byte <= (ranges[at + 1] ?? 0); byte++)
            offsets[byte] = (offsets[byte] ?? 0) | (1 << index);
      }
    const known = Math.min(...all.map(({ length }) => length));
    this.#known[candidate] = known;
    return known;
  }

  #candidate(index: number): Candidate {
    const known = this.#candidates[index];
    if (known) return known;
    const ways = this.#table.candidates[index];
    const indexes = new Set(ways?.map((way) => this.#beginnings[way]?.[0] ?? 0));
    const candidate = candidateOf(Array.from(indexes, (hint) => this.#hints[hint] ?? ""));
    this.#candidates[index] = candidate;
    return candidate;
  }
}

const nothing: Found = new Map();

// A text is looked through in pieces that fit the memory beside the processor, and as bytes, which are
// read faster than characters. Of those that take two bytes, the lower one is left.
const bytes = Buffer.allocUnsafe(16 * 1024);
const positions = new Int32Array(bytes.length);

/** Writes values from runs of them. */
function fill(values: Uint16Array | Int32Array, runs: readonly number[]): void {
  let start = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const end = start + (runs[index + 1] ?? 0);
    values.fill(runs[index] ?? 0, start, end);
    start = end;
  }
}

/** A hint, and the expression that finds it at a place. */
interface Hint {
  source: string;
  expression: RegExp;
}

// Candidates share them.
const expressions = new Map<string, RegExp>();

/** The hints that are possible where three characters have a number. */
interface Candidate {
  /** Finds any of them, in one go. */
  any: RegExp;
  hints: readonly Hint[];
}

function candidateOf(sources: readonly string[]): Candidate {
  const hints = sources.map((source) => ({
    source,
    expression: getOrAdd(expressions, source, () => new RegExp(source, "y")),
  }));
  return { any: compiled(new RegExp(sources.join("|"), "y")), hints };
}

function addAt(
  text: string,
  position: number,
  hints: readonly Hint[],
  found: Map<string, number[]>,
): void {
  for (const { source, expression } of hints) {
    if (!standsAt(expression, text, position)) continue;
    const at = found.get(source);
    if (at) at.push(position);
    else found.set(source, [position]);
  }
}

function standsAt(sticky: RegExp, text: string, position: number): boolean {
  sticky.lastIndex = position;
  return sticky.test(text);
}

/** The number of the three characters at a position. */
function numberAt(bytes: Uint8Array, position: number): number {
  return (
    (classAt(bytes, position) << 10) |
    (classAt(bytes, position + 1) << 5) |
    classAt(bytes, position + 2)
  );
}

function classAt(bytes: Uint8Array, position: number): number {
  return classOf[bytes[position] ?? 0] ?? 0;
}

/** Fills `positions` with where a hint may begin, as its first four characters tell, and returns their number. */
function findPositions(
  bytes: Uint8Array,
  length: number,
  before: Int32Array,
  positions: Int32Array,
): number {
  let count = 0;
  let last = numberAt(bytes, 0);
  for (let at = 3; at < length; at++) {
    const first = last >> 10;
    last = ((last << 5) | classAt(bytes, at)) & 0x7fff;
    // Without a branch, of which the processor could guess the wrong one.
    positions[count] = at - 3;
    count += ((before[last] ?? 0) >> first) & 1;
  }
  return count;
}
