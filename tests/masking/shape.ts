/** A source of numbers below a limit, which depend on nothing but the seed. */
export type Dice = (limit: number) => number;

/** Dice that always fall the same way for the same words and the same seed. */
export function diceOf(words: string, seed: number): Dice {
  let state = seed >>> 0;
  for (const word of words) state = Math.imul(state ^ (word.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const digits = "0123456789";

const alphabets: Readonly<Record<string, string>> = {
  any: lower + upper + digits,
  low: lower + digits,
  up: upper + digits,
  let: lower + upper,
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  num: digits,
  url: `${lower}${upper}${digits}-_`,
  b64: `${lower}${upper}${digits}+/`,
  b32: `${upper}234567`,
  l32: `${lower}234567`,
};

/** So many characters of an alphabet. */
export function characters(count: number, alphabet: string, dice: Dice): string {
  return Array.from({ length: count }, () => alphabet[dice(alphabet.length)]).join("");
}

/**
 * A secret of a shape: `{hex32}` stands for 32 characters of the alphabet `hex`, `{uuid}` for a UUID; all
 * else stands for itself. So no scanner finds a secret where the shapes are listed.
 */
export function secretOf(shape: string, dice: Dice): string {
  return shape
    .replaceAll("{uuid}", "{hex8}-{hex4}-4{hex3}-a{hex3}-{hex12}")
    .replaceAll(/\{(HEX|b64|b32|l32|[a-z]+)([0-9]+)\}/g, (_, name: string, count: string) =>
      characters(Number(count), alphabets[name] ?? "", dice),
    );
}

/** A command and what it printed, with `§` where a secret of the shape stands. */
export type Printed = readonly [command: string, output: string, shape: string];
