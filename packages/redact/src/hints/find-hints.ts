import { getOrAdd } from "@chatexport/core/read";
import type { Found } from "../rules/rule.js";
import { beginnings, type Beginning as Places } from "./hint-beginnings.js";

/**
 * Finds which of many hints stand in a text, and where. Regular expressions alone are slow here,
 * because they try every hint at every character: this looks at four characters at a time and tries
 * only the hints that begin with the first three.
 */
export class HintFinder {
  #beginnings: ThreeCharacters = new Uint8Array(numberCount);
  /** The index of a candidate by the number of the three characters with which it begins. */
  #candidateAt = new Uint16Array(numberCount);
  #candidates: Candidate[] = [new Candidate([])];

  /** The hints are sources of regular expressions. */
  constructor(hints: Iterable<string>) {
    for (const hint of hints) for (const places of beginnings(hint)) this.#add({ hint, places });
  }

  /** Moves each number with which a match may begin to the candidate that has this beginning, too. */
  #add(beginning: Beginning): void {
    const added = new Map<number, number>();
    for (const number of numbersOf(beginning.places, 0)) {
      const before = this.#candidateAt[number] ?? 0;
      const after = getOrAdd(added, before, () => {
        const others = this.#candidates[before]?.beginnings ?? [];
        return this.#candidates.push(new Candidate([...others, beginning])) - 1;
      });
      this.#candidateAt[number] = after;
      this.#beginnings[number] = (this.#beginnings[number] ?? 0) | first;
    }
    for (const number of numbersOf(beginning.places, 1))
      this.#beginnings[number] = (this.#beginnings[number] ?? 0) | second;
  }

  /** The hints that stand in a text, and where. */
  hintsIn(text: string): Found {
    let found: Map<string, number[]> | undefined;
    for (let start = 0; start + 3 < text.length; start += bytes.length - 3) {
      const length = bytes.write(text.slice(start, start + bytes.length), "latin1");
      const count = findPositions(bytes, length, this.#beginnings, positions);
      for (let index = 0; index < count; index++) {
        const position = positions[index] ?? 0;
        const candidate = this.#candidates[this.#candidateAt[numberAt(bytes, position)] ?? 0];
        if (!candidate?.mayStandAt(bytes, position, length)) continue;
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

/** One of the ways in which matches of a hint begin. */
interface Beginning {
  hint: string;
  places: Places;
}

/** The hints that may stand where three characters have a number. Most are never met: each is made ready when it is. */
class Candidate {
  readonly beginnings: readonly Beginning[];
  #any: RegExp | undefined;
  #offsetsOf: Uint8Array | undefined;
  #known = 0;

  constructor(beginnings: readonly Beginning[]) {
    this.beginnings = beginnings;
  }

  /** Finds any of its hints, in one go. */
  get any(): RegExp {
    this.#any ??= new RegExp(this.hints.join("|"), "y");
    return this.#any;
  }

  get hints(): string[] {
    return [...new Set(this.beginnings.map(({ hint }) => hint))];
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
    this.#known = Math.min(...this.beginnings.map(({ places }) => places.length));
    for (const { places } of this.beginnings)
      for (const [index, bytes] of places.entries())
        for (const byte of bytes) offsets[byte] = (offsets[byte] ?? 0) | (1 << index);
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
  for (const source of hints) {
    const expression = getOrAdd(expressions, source, () => new RegExp(source, "y"));
    if (!standsAt(expression, text, position)) continue;
    const at = found.get(source);
    if (at) at.push(position);
    else found.set(source, [position]);
  }
}

const expressions = new Map<string, RegExp>();

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

/** The numbers of all three characters that may stand from a place of a beginning on. */
function numbersOf(places: Places, from: number): number[] {
  const [one, two, three] = [0, 1, 2].map((index) => classesOf(places[from + index] ?? []));
  const numbers: number[] = [];
  for (const a of one ?? [])
    for (const b of two ?? []) for (const c of three ?? []) numbers.push((a << 10) | (b << 5) | c);
  return numbers;
}

function classesOf(place: readonly number[]): readonly number[] {
  return getOrAdd(classes, place, () => [...new Set(place.map((byte) => classOf[byte] ?? 0))]);
}

// Equal places are one list.
const classes = new Map<readonly number[], readonly number[]>();

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
