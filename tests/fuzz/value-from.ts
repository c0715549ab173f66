/*
 * A JSON value for any bytes, so that fuzzers which know of bytes alone reach behind JSON.parse: each
 * byte chooses what comes next. `words` are keys and texts that readers look for.
 */

import type { Json } from "@chatexport/core";

const oddities: readonly Json[] = [
  null,
  true,
  -0.5,
  1e308,
  "",
  "__proto__",
  "constructor",
  "\ud800\u0000\u202e",
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  JSON.parse('{"__proto__":{"type":"text"},"hasOwnProperty":1}'),
];

/** The value that the bytes stand for; nested at most `depth` deep. */
export function valueFrom(bytes: Uint8Array, words: readonly string[], depth = 6): Json {
  let at = 0;
  const next = () => bytes[at++] ?? 0;
  const word = () => words[next() % words.length] ?? "";
  const text = () => {
    const start = at;
    at += next() % 32;
    return Buffer.from(bytes.subarray(start, at)).toString();
  };
  const value = (left: number): Json => {
    const kind = next() % 8;
    if (kind === 0) return oddities[next() % oddities.length] ?? null;
    if (kind === 1) return next() * 65_536 + next();
    if (kind === 2) return text();
    if (kind <= 4 || left === 0) return word();
    const count = next() % 6;
    if (kind === 5) return Array.from({ length: count }, () => value(left - 1));
    return Object.fromEntries(Array.from({ length: count }, () => [word(), value(left - 1)]));
  };
  return value(depth);
}
