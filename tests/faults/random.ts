/** Choices that are the same for the same seed. */
export interface Random {
  /** A number from 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to a limit, which is at least 1. */
  below(limit: number): number;
  /** One of a list; undefined of an empty one. */
  pick<T>(list: readonly T[]): T | undefined;
  chance(probability: number): boolean;
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices from a seed. */
export function randomFrom(seed: number): Random {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => list[below(Math.max(1, list.length))],
    chance: (probability) => next() < probability,
  };
}

/** A seed of its own for each word and number: the same in each run. */
export function seedOf(word: string, ...numbers: number[]): number {
  let seed = 0x811c9dc5;
  for (const letter of `${word} ${numbers.join(" ")}`)
    seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return seed >>> 0;
}
