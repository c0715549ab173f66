import { getOrAdd } from "@chatexport/core/read";
import type { Found } from "../rules/rule.js";
import { type Beginning, beginnings } from "./hint-beginnings.js";

/**
 * Finds which of many hints stand in a text, and where. Regular expressions alone are slow here,
 * because they try every hint at every character: this looks at four characters at a time and tries
 * only the hints that begin with the first three.
 */
export class HintFinder {
  #beginnings: ThreeCharacters = new Uint8Array(numberCount);
  /** By the numbers of the three characters with which they begin. */
  #candidates: (Candidate | undefined)[] = new Array(numberCount);

  /** The hints are sources of regular expressions. */
  constructor(hints: Iterable<string>) {
    // By the number with which some of their matches begin.
    const groups = new Map<number, { hints: Set<string>; beginnings: Set<Beginning> }>();
    for (const hint of hints)
      for (const beginning of beginnings(hint)) {
        for (const number of numbersOf(beginning.slice(1)))
          this.#beginnings[number] = (this.#beginnings[number] ?? 0) | second;
        for (const number of numbersOf(beginning)) {
          const group = groups.get(number) ?? { hints: new Set(), beginnings: new Set() };
          group.hints.add(hint);
          group.beginnings.add(beginning);
          groups.set(number, group);
        }
      }
    const candidates = new Map<string, Candidate>();
    for (const [number, group] of groups) {
      const key = [...group.hints].join("|");
      const candidate = getOrAdd(candidates, key, () => candidateOf([...group.hints]));
      for (const beginning of group.beginnings) allow(beginning, candidate);
      this.#candidates[number] = candidate;
      this.#beginnings[number] = (this.#beginnings[number] ?? 0) | first;
    }
  }

  /** The hints that stand in a text, and where. */
  hintsIn(text: string): Found {
    let found: Map<string, number[]> | undefined;
    for (let start = 0; start + 3 < text.length; start += bytes.length - 3) {
      const length = bytes.write(text.slice(start, start + bytes.length), "latin1");
      const count = findPositions(bytes, length, this.#beginnings, positions);
      for (let index = 0; index < count; index++) {
        const position = positions[index] ?? 0;
        const candidate = this.#candidates[numberAt(bytes, position)];
        if (!candidate || !mayStandAt(position, length, candidate)) continue;
        if (!standsAt(candidate.any, text, start + position)) continue;
        found ??= new Map();
        addAt(text, start + position, candidate, found);
      }
    }
    return found ?? nothing;
  }
}

const nothing: Found = new Map();

// A text is looked through in pieces that fit the memory beside the processor, and as bytes, which are
// read faster than characters. Of those that take two bytes, the lower one is left.
const bytes = Buffer.allocUnsafe(16 * 1024);
const positions = new Int32Array(bytes.length);

/** The hints that may stand where three characters have a number. */
interface Candidate {
  /** Finds any of its hints, in one go. */
  any: RegExp;
  hints: { source: string; expression: RegExp }[];
  /** For each byte, a bit for each offset from the beginning at which it may stand. */
  offsetsOf: Uint8Array;
  /** How many such offsets are known. */
  known: number;
  allowed: Set<Beginning>;
}

function candidateOf(sources: readonly string[]): Candidate {
  return {
    any: new RegExp(sources.join("|"), "y"),
    hints: sources.map((source) => ({ source, expression: new RegExp(source, "y") })),
    offsetsOf: new Uint8Array(256),
    known: Number.POSITIVE_INFINITY,
    allowed: new Set(),
  };
}

function allow(beginning: Beginning, candidate: Candidate): void {
  const { offsetsOf, allowed } = candidate;
  // Several numbers of one beginning lead here.
  if (allowed.has(beginning)) return;
  allowed.add(beginning);
  candidate.known = Math.min(candidate.known, beginning.length);
  for (const [position, bytes] of beginning.entries())
    for (const byte of bytes) offsetsOf[byte] = (offsetsOf[byte] ?? 0) | (1 << position);
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

/** Whether the bytes at a position fit a candidate: quicker than trying its expression. */
function mayStandAt(position: number, length: number, { offsetsOf, known }: Candidate): boolean {
  // From the end: the first three characters fit already.
  for (let index = Math.min(length - position, known) - 1; index >= 0; index--)
    if (((offsetsOf[bytes[position + index] ?? 0] ?? 0) & (1 << index)) === 0) return false;
  return true;
}

function standsAt(sticky: RegExp, text: string, position: number): boolean {
  sticky.lastIndex = position;
  return sticky.test(text);
}

/*
 * Three characters in a row, each as its lowest byte, are a number of 15 bits, five for each: letters
 * whatever their case, digits, what names are made of; what code is full of is apart from the rest.
 */

const classOf = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code & 127);
  if (/[A-Za-z]/.test(character)) return code & 31;
  if (/[0-9]/.test(character)) return 27;
  if (/[\s(){}[\],;=+<>]/.test(character)) return 0;
  return "-._".includes(character) ? 28 + "-._".indexOf(character) : 31;
});

/** At the index of each such number: whether it begins a hint, or follows the first character of one, or both. */
type ThreeCharacters = Uint8Array;

const first = 1;
const second = 2;

/** How many numbers there are. */
const numberCount = 1 << 15;

/** The numbers of all that a match may begin with. */
function numbersOf([first = [], second = [], third = []]: Beginning): Set<number> {
  const numbers = new Set<number>();
  for (const a of classesOf(first))
    for (const b of classesOf(second))
      for (const c of classesOf(third)) numbers.add((a << 10) | (b << 5) | c);
  return numbers;
}

function classesOf(codes: readonly number[]): Set<number> {
  return new Set(codes.map((code) => classOf[code] ?? 0));
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
  set: ThreeCharacters,
  positions: Int32Array,
): number {
  let count = 0;
  let number = numberAt(bytes, 0);
  let known = set[number] ?? 0;
  for (let at = 3; at < length; at++) {
    number = ((number << 5) | classAt(bytes, at)) & 0x7fff;
    const next = set[number] ?? 0;
    // Without a branch, of which the processor could guess the wrong one.
    positions[count] = at - 3;
    count += known & (next >> 1);
    known = next;
  }
  return count;
}
