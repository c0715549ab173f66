import type { Beginning } from "./beginnings.js";

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
export type ThreeCharacters = Uint8Array;

/** How many numbers there are. */
export const numberCount = 1 << 15;

/** The numbers of all that a match may begin with. */
export function numbersOf([first = [], second = [], third = []]: Beginning): Set<number> {
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
export function numberAt(bytes: Uint8Array, place: number): number {
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
export function findPlaces(
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
