/** As many keys as fit into 20 bits: two grams with one key only let a block be read for nothing. */
const keyCount = 1 << 20;

const seen = new Uint8Array(keyCount);

/**
 * The keys of all grams in a text, each once: of three code units without white space, and of two where one is of a
 * script that is written without spaces. SQLite has a tokenizer for grams of three, but it takes each as often as it
 * stands there (ten times the work), knows no shorter ones, and compares letters otherwise than expressions do.
 */
export function gramKeys(text: string): number[] {
  const keys: number[] = [];
  const take = (key: number) => {
    if (seen[key] === 1) return;
    seen[key] = 1;
    keys.push(key);
  };
  // Two texts that an expression takes for one in another case are one in capitals.
  const folded = text.toUpperCase();
  let before = space;
  let last = space;
  for (let index = 0; index < folded.length; index++) {
    const unit = folded.charCodeAt(index);
    if (unit > space && last > space) {
      if (before > space) take(keyOf(before, last, unit));
      if (unit >= firstOfCjk || last >= firstOfCjk) take(keyOf(0, last, unit));
    }
    before = last;
    last = unit;
  }
  for (const key of keys) seen[key] = 0;
  return keys;
}

const space = 32;
/** From here on are Chinese, Japanese and Korean, and signs in surrogate pairs. */
const firstOfCjk = 0x2e80;

function keyOf(a: number, b: number, c: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ c, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) & (keyCount - 1);
}
