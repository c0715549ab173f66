import { setFlagsFromString } from "node:v8";

// In bytes.
const large = 64e6;

/**
 * Keeps memory small when a large session, of so many bytes, is loaded next: V8 collects garbage when the heap has
 * doubled, and would let as much of it lie about as the session holds, beside 130 MB of young objects (24.21). With
 * 200 MB, this takes a tenth more CPU time and a third less memory.
 */
export function boundGarbage(bytes = 0): void {
  const isLarge = bytes > large;
  if (isLarge === isBound) return;
  isBound = isLarge;
  setFlagsFromString(`--heap-growing-percent=${isLarge ? 20 : 0}`);
  setFlagsFromString(`--semi-space-growth-factor=${isLarge ? 1 : 2}`);
}

let isBound = false;
