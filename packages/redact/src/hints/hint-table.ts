import { getOrAdd, groupBy, remembered } from "@chatexport/core/read";
import { beginnings, type Place } from "./hint-beginnings.js";

/**
 * The beginnings of matches of hints, which are told by their indexes. It takes as long to make as Node to
 * start, so a build keeps it as JSON.
 */
export interface HintTable {
  /**
   * The bytes possible at each place of a match: the first and last byte of each range, one after
   * the other.
   */
  places: readonly (readonly number[])[];
  /**
   * The ways in which matches begin: the index of the hint, then those of its places. Each leaves out what it shares
   * with the one before, and tells first how many these are; `wholeLists` has all of it.
   */
  beginnings: readonly (readonly number[])[];
  /**
   * The hints possible where three characters are met: the indexes of beginnings. The first has
   * none.
   */
  candidates: readonly (readonly number[])[];
  /** The index of the candidate for each number of three characters, in runs: value, length, value, length … */
  candidateRuns: readonly number[];
  /** For each number, the bits of the classes of a character before it with which a match may begin, in runs. */
  beforeRuns: readonly number[];
}

/** Makes the table of some hints. Throws when a match of one may be shorter than four characters. */
export function hintTable(hints: readonly string[]): HintTable {
  const places = new Map<Place, number>();
  const ways: number[][] = [];
  const candidates: number[][] = [[]];
  const candidateAt = new Uint16Array(numberCount);
  const beforeAt = new Int32Array(numberCount);
  for (const [index, hint] of hints.entries())
    for (const way of beginnings(hint))
      ways.push([index, ...way.map((place) => getOrAdd(places, place, () => places.size))]);
  const list = [...places.keys()];
  const placesOf = (key: string) => key.split(" ").map((place) => list[Number(place)] ?? []);
  // Most ways begin as others do.
  const numbered = [...ways.keys()];
  const keyOf = (way: number, length: number) => (ways[way] ?? []).slice(1, 1 + length).join(" ");
  for (const [key, same] of groupBy(numbered, (way) => keyOf(way, 3)))
    addTo(candidateAt, candidates, numbersOf(placesOf(key)), same);
  for (const key of groupBy(numbered, (way) => keyOf(way, 4)).keys()) {
    const [first = [], ...others] = placesOf(key);
    const before = classesOf(first).reduce((bits, each) => bits | (1 << each), 0);
    for (const number of numbersOf(others)) beforeAt[number] = (beforeAt[number] ?? 0) | before;
  }
  // Numbers move on from one candidate to the next, so that most are left behind.
  const used = new Map<number, number>([[0, 0]]);
  const indexes = candidateAt.map((candidate) => getOrAdd(used, candidate, () => used.size));
  return {
    places: list.map(rangesOf),
    beginnings: shortLists(ways),
    candidates: [...used.keys()].map((candidate) =>
      (candidates[candidate] ?? []).toSorted((a, b) => a - b),
    ),
    candidateRuns: runsOf(indexes),
    beforeRuns: runsOf(beforeAt),
  };
}

function shortLists(lists: readonly (readonly number[])[]): number[][] {
  return lists.map((list, index) => {
    const before = lists[index - 1] ?? [];
    const end = list.findIndex((value, at) => value !== before[at]);
    const shared = end === -1 ? list.length : end;
    return [shared, ...list.slice(shared)];
  });
}

/** The beginnings of a table with what they share. */
export function wholeLists({ beginnings }: Pick<HintTable, "beginnings">): readonly number[][] {
  let before: number[] = [];
  return beginnings.map(([shared = 0, ...own]) => {
    before = [...before.slice(0, shared), ...own];
    return before;
  });
}

/** Moves each number to the candidate that has some beginnings more than its own. */
function addTo(
  candidateAt: Uint16Array,
  candidates: number[][],
  numbers: readonly number[],
  added: readonly number[],
): void {
  const next = new Map<number, number>();
  for (const number of numbers) {
    const before = candidateAt[number] ?? 0;
    candidateAt[number] = getOrAdd(
      next,
      before,
      () => candidates.push([...(candidates[before] ?? []), ...added]) - 1,
    );
  }
}

/** The numbers of all three characters with which a match may begin. */
function numbersOf([one = [], two = [], three = []]: readonly Place[]): number[] {
  const numbers: number[] = [];
  for (const a of classesOf(one))
    for (const b of classesOf(two))
      for (const c of classesOf(three)) numbers.push((a << 10) | (b << 5) | c);
  return numbers;
}

// Equal places share a list, and there are few.
const classesOf = remembered((place: Place): readonly number[] => [
  ...new Set(place.map((byte) => classOf[byte] ?? 0)),
]);

/** The first and last of neighbours. */
function rangesOf(place: Place): number[] {
  const ranges: number[] = [];
  for (const byte of [...new Set(place)].sort((a, b) => a - b))
    if (ranges.at(-1) === byte - 1) ranges[ranges.length - 1] = byte;
    else ranges.push(byte, byte);
  return ranges;
}

function runsOf(values: ArrayLike<number>): number[] {
  const runs: number[] = [];
  for (const value of Array.from(values))
    if (runs.at(-2) === value) runs.push((runs.pop() ?? 0) + 1);
    else runs.push(value, 1);
  return runs;
}

/*
 * Three characters in a row, each as its lowest byte, are a number of 15 bits, five for each: letters
 * whatever their case, digits, what names are made of; what code is full of is apart from the rest.
 * "[" before numbers and zeros begin hints, so that these are apart as well: the rare q is as z.
 */

/** The number of different numbers of beginnings. */
export const numberCount = 1 << 15;

/** The five bits of each byte. */
export const classOf: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code & 127);
  if (character === "0") return 17;
  if (/[1-9]/.test(character)) return 27;
  if (/[Qq]/.test(character)) return 26;
  if (/[A-Za-z]/.test(character)) return code & 31;
  if (/[\s(){}\],;=+<>]/.test(character)) return 0;
  return "-._".includes(character) ? 28 + "-._".indexOf(character) : 31;
});
