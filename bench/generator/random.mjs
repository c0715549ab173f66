/** Random numbers that are the same for the same seed (the generator is known as mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;

  /** A number from 0 up to, not including, 1. */
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends included. */
  const integer = (low, high) => low + Math.floor(next() * (high - low + 1));

  /** True when something happens that has this probability. */
  const chance = (probability) => next() < probability;

  /** One element of a list. */
  const pick = (list) => list[Math.floor(next() * list.length)];

  /** One key of a table of weights. */
  function weighted(weights) {
    const entries = Object.entries(weights);
    let point = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      point -= weight;
      if (point < 0) return key;
    }
    return entries[0][0];
  }

  /** A number whose logarithm is even, so that small ones are as usual as big ones are rare. */
  const spread = (low, high) => low * (high / low) ** next();

  /** Digits of an id. */
  function hex(length) {
    let digits = "";
    while (digits.length < length) digits += integer(0, 15).toString(16);
    return digits;
  }

  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;

  return { integer, chance, pick, weighted, spread, hex, uuid };
}
