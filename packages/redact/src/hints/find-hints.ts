import { getOrAdd } from "@chatexport/core/read";
import type { Found } from "../rules/rule.js";
import { classOf, type HintTable, numberCount } from "./hint-table.js";

/**
 * Finds which of many hints stand in a text, and where. Regular expressions alone are slow here,
 * because they try every hint at every character: this looks at four characters at a time and tries
 * only the hints that begin with the first three.
 */
export class HintFinder {
  /** At the index of each number of three characters: whether it begins a hint, or follows the first character of one. */
  #beginnings = new Uint16Array(numberCount);
  /** The index of a candidate by the number of the three characters with which it begins. */
  #candidateAt = new Uint16Array(numberCount);
  /** By index; most are never met: each is made when it is. */
  readonly #candidates: Candidate[] = [];
  readonly #table: HintTable;

  constructor(table: HintTable) {
    this.#table = table;
    fill(this.#candidateAt, table.candidateRuns);
    fill(this.#beginnings, table.beginningRuns);
  }

  /** The hints that stand in a text, and where. */
  hintsIn(text: string): Found {
    let found: Map<string, number[]> | undefined;
    for (let start = 0; start + 3 < text.length; start += bytes.length - 3) {
      const length = bytes.write(text.slice(start, start + bytes.length), "latin1");
      const count = findPositions(bytes, length, this.#beginnings, positions);
      for (let index = 0; index < count; index++) {
        const position = positions[index] ?? 0;
        const candidate = this.#candidate(this.#candidateAt[numberAt(bytes, position)] ?? 0);
        if (!candidate.mayStandAt(bytes, position, length)) continue;
        if (!standsAt(candidate.any, text, start + position)) continue;
        found ??= new Map();
        addAt(text, start + position, candidate, found);
      }
    }
    return found ?? nothing;
  }

  #candidate(index: number): Candidate {
    const known = this.#candidates[index];
    if (known) return known;
    const candidate = new Candidate(index, this.#table);
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
function fill(values: Uint8Array | Uint16Array, runs: readonly number[]): void {
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

/** The hints that may stand where three characters have a number. What it needs is made ready when it is needed. */
class Candidate {
  readonly #beginnings: readonly number[];
  readonly #table: HintTable;
  #any: RegExp | undefined;
  #hints: readonly Hint[] | undefined;
  #offsetsOf: Uint8Array | undefined;
  #known = 0;

  constructor(index: number, table: HintTable) {
    this.#beginnings = table.candidates[index] ?? [];
    this.#table = table;
  }

  /** Finds any of its hints, in one go. */
  get any(): RegExp {
    this.#any ??= new RegExp(this.#sources().join("|"), "y");
    return this.#any;
  }

  get hints(): readonly Hint[] {
    this.#hints ??= this.#sources().map((source) => ({
      source,
      expression: getOrAdd(expressions, source, () => new RegExp(source, "y")),
    }));
    return this.#hints;
  }

  #sources(): string[] {
    const indexes = this.#beginnings.map((beginning) => this.#table.beginnings[beginning]?.[0]);
    return [...new Set(indexes)].map((index) => this.#table.hints[index ?? 0] ?? "");
  }

  /** Whether the bytes at a position fit: quicker than trying an expression. */
  mayStandAt(bytes: Uint8Array, position: number, length: number): boolean {
    const offsetsOf = this.#offsetsOf ?? this.#offsets();
    // From the end: the first three characters fit already.
    for (let index = Math.min(length - position, this.#known) - 1; index >= 0; index--)
      if (((offsetsOf[bytes[position + index] ?? 0] ?? 0) & (1 << index)) === 0) return false;
    return true;
  }

  /** For each byte, a bit for each offset from the beginning at which it may stand. */
  #offsets(): Uint8Array {
    const offsets = new Uint8Array(256);
    const all = this.#beginnings.map((index) => this.#table.beginnings[index]?.slice(1) ?? []);
    this.#known = Math.min(...all.map(({ length }) => length));
    for (const places of all)
      for (const [index, place] of places.entries()) {
        const ranges = this.#table.places[place] ?? [];
        for (let at = 0; at < ranges.length; at += 2)
          for (let byte = ranges[at] ?? 0; byte <= (ranges[at + 1] ?? 0); byte++)
            offsets[byte] = (offsets[byte] ?? 0) | (1 << index);
      }
    this.#offsetsOf = offsets;
    return offsets;
  }
}

function addAt(
  text: string,
  position: number,
  { hints }: Candidate,
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
  beginnings: Uint16Array,
  positions: Int32Array,
): number {
  let count = 0;
  let number = numberAt(bytes, 0);
  let begun = (beginnings[number] ?? 0) >> 8;
  for (let at = 3; at < length; at++) {
    number = ((number << 5) | classAt(bytes, at)) & 0x7fff;
    const next = beginnings[number] ?? 0;
    // Without a branch, of which the processor could guess the wrong one: 1 if they have a bit in common.
    positions[count] = at - 3;
    count += ((begun & next) + 0xff) >> 8;
    begun = next >> 8;
  }
  return count;
}
