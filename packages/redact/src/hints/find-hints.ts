import type { Found } from "../rules/rule.js";
import { type Beginning, beginnings } from "./hint-beginnings.js";

/**
 * Finds which of many hints stand in a text, and where. Regular expressions alone are slow here,
 * because they try every hint at every character: this looks at three characters at a time and tries
 * only the hints that begin with them.
 */
export class Suspicion {
  #beginnings: ThreeCharacters = new Uint8Array(numberCount);
  /** By the numbers of the three characters with which they begin. */
  #suspects: (Suspect | undefined)[] = new Array(numberCount);

  /** The hints are sources of regular expressions. */
  constructor(hints: Iterable<string>) {
    const groups = new Map<number, Group>();
    for (const hint of hints)
      for (const beginning of beginnings(hint))
        for (const number of numbersOf(beginning)) {
          const group = groups.get(number) ?? { hints: new Set(), beginnings: new Set() };
          group.hints.add(hint);
          group.beginnings.add(beginning);
          groups.set(number, group);
        }
    const suspects = new Map<string, Suspect>();
    for (const [number, group] of groups) {
      const key = [...group.hints].join("|");
      const suspect = suspects.get(key) ?? suspectOf(group);
      suspects.set(key, suspect);
      for (const beginning of group.beginnings) allow(beginning, suspect);
      this.#suspects[number] = suspect;
      this.#beginnings[number] = 1;
    }
  }

  /** The hints that stand in a text, and where. */
  hintsIn(text: string): Found {
    let found: Map<string, number[]> | undefined;
    for (let start = 0; start + 2 < text.length; start += bytes.length - 2) {
      const length = bytes.write(text.slice(start, start + bytes.length), "latin1");
      const count = findPlaces(bytes, length, this.#beginnings, places);
      for (let index = 0; index < count; index++) {
        const place = places[index] ?? 0;
        const suspect = this.#suspects[numberAt(bytes, place)];
        if (!suspect || !mayStandAt(place, length, suspect)) continue;
        if (!standsAt(suspect.any, text, start + place)) continue;
        found ??= new Map();
        addAt(text, start + place, suspect, found);
      }
    }
    return found ?? nothing;
  }
}

const nothing: Found = new Map();

// A text is looked through in pieces that fit the memory beside the processor, and as bytes, which are
// read faster than characters. Of those that take two bytes, the lower one is left.
const bytes = Buffer.allocUnsafe(16 * 1024);
const places = new Int32Array(bytes.length);

/** Hints of which some matches begin with the same number. */
interface Group {
  hints: Set<string>;
  /** How those matches begin. */
  beginnings: Set<Beginning>;
}

/** What may stand where three characters have a number. */
interface Suspect {
  /** Finds any of its hints, in one go. */
  any: RegExp;
  hints: { source: string; expression: RegExp }[];
  /** For each byte, a bit for each of the first places at which it may stand. */
  placesOf: Uint8Array;
  /** How many places that are. */
  known: number;
  allowed: Set<Beginning>;
}

function suspectOf({ hints }: Group): Suspect {
  const sources = [...hints];
  return {
    any: new RegExp(sources.join("|"), "y"),
    hints: sources.map((source) => ({ source, expression: new RegExp(source, "y") })),
    placesOf: new Uint8Array(256),
    known: Number.POSITIVE_INFINITY,
    allowed: new Set(),
  };
}

function allow(beginning: Beginning, suspect: Suspect): void {
  const { placesOf, allowed } = suspect;
  // Others of its numbers begin in the same ways.
  if (allowed.has(beginning)) return;
  allowed.add(beginning);
  suspect.known = Math.min(suspect.known, beginning.length);
  for (const [place, bytes] of beginning.entries())
    for (const byte of bytes) placesOf[byte] = (placesOf[byte] ?? 0) | (1 << place);
}

function addAt(
  text: string,
  place: number,
  { hints }: Suspect,
  found: Map<string, number[]>,
): void {
  for (const { source, expression } of hints) {
    if (!standsAt(expression, text, place)) continue;
    const at = found.get(source);
    if (at) at.push(place);
    else found.set(source, [place]);
  }
}

/** Whether the bytes at a place may be those of a suspect; trying its expression takes longer. */
function mayStandAt(place: number, length: number, { placesOf, known }: Suspect): boolean {
  // From the end, for the first three are likely.
  for (let index = Math.min(length - place, known) - 1; index >= 0; index--)
    if (((placesOf[bytes[place + index] ?? 0] ?? 0) & (1 << index)) === 0) return false;
  return true;
}

function standsAt(sticky: RegExp, text: string, place: number): boolean {
  sticky.lastIndex = place;
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

/** A set of such numbers: 1 at the index of each that is in it, and 0 at the others. */
type ThreeCharacters = Uint8Array;

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

/** The number of the three characters at a place. */
function numberAt(bytes: Uint8Array, place: number): number {
  return (
    (classAt(bytes, place) << 10) | (classAt(bytes, place + 1) << 5) | classAt(bytes, place + 2)
  );
}

function classAt(bytes: Uint8Array, place: number): number {
  return classOf[bytes[place] ?? 0] ?? 0;
}

/**
 * Finds where three characters stand that are in the set, among so many bytes. Puts the places into a
 * list that is as long, and returns how many they are.
 */
function findPlaces(
  bytes: Uint8Array,
  length: number,
  set: ThreeCharacters,
  places: Int32Array,
): number {
  let count = 0;
  let number = numberAt(bytes, 0) >> 5;
  for (let at = 2; at < length; at++) {
    number = ((number << 5) | classAt(bytes, at)) & 0x7fff;
    // Without a branch, of which the processor could guess the wrong one.
    places[count] = at - 2;
    count += set[number] ?? 0;
  }
  return count;
}
