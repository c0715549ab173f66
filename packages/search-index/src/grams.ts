/** Three times six bits, which tell the signs of ASCII in capitals apart, but for four. */
const keyCount = 1 << 18;

const seen = new Uint8Array(keyCount);

/**
 * The keys of all grams in a text, each once: of three code units without white space, and of two
 * where one is of a script that is written without spaces. SQLite has a tokenizer for grams of
 * three, but it takes each as often as it occurs (ten times the work), knows no shorter ones, and
 * compares letters otherwise than expressions do.
 */
export function gramKeys(text: string): number[] {
  const keys: number[] = [];
  const take = (key: number) => {
    if (seen[key] === 1) return;
    seen[key] = 1;
    keys.push(key);
  };
  let length = 0;
  let three = 0;
  let last = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = inCapitals(text.charCodeAt(index));
    if (unit <= space) {
      length = 0;
      continue;
    }
    three = ((three << 6) | (unit < 128 ? unit & 63 : mixed(unit) >>> 26)) & (keyCount - 1);
    length++;
    if (length >= 3) take(three);
    if (length >= 2 && (unit >= firstOfCjk || last >= firstOfCjk))
      take(mixed(mixed(last) ^ unit) >>> 14);
    last = unit;
  }
  for (const key of keys) seen[key] = 0;
  return keys;
}

const space = 32;
/** From here on are Chinese, Japanese and Korean, and signs in surrogate pairs. */
const firstOfCjk = 0x2e80;

/** Capitals of the code units that were met; 0 is unknown. */
const capitals = new Uint16Array(1 << 16);

/** A code unit as an expression with the flag "i" compares it, which is faster than all of a text in capitals. */
function inCapitals(unit: number): number {
  if (unit < 128) return unit >= 97 && unit <= 122 ? unit - 32 : unit;
  const known = capitals[unit];
  if (known !== undefined && known > 0) return known;
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  const folded = upper.length > 1 || code < 128 ? unit : code;
  capitals[unit] = folded;
  return folded;
}

/** A number of 32 bits, of which each depends on all of the given one; two grams with one key only cost time. */
function mixed(number: number): number {
  return Math.imul(number ^ (number >>> 16), 0x9e3779b1);
}
