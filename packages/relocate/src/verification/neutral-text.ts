import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { isWindowsPath } from "../path-map.js";
import type { PathPair } from "../path-pair.js";

/** Makes texts equal that differ in the paths of a move alone. */
export type Neutralize = (json: string) => string;

/**
 * Takes the old and the new path of each pair out of a JSON text, and what gets another name in a store: its
 * path, and its name, which stands alone, too, or below another home. What is taken out too much, as from a
 * longer name, is taken out of both texts that are compared.
 */
export function neutralizer(
  pairs: readonly PathPair[],
  ofStores: readonly PathPair[] = [],
): Neutralize {
  const isWindows = pairs.some(({ from }) => isWindowsPath(from));
  const plain = (text: string) =>
    isWindows ? text.replaceAll("\\\\", "/").toLowerCase() : text.normalize("NFC");
  const words = new Map<string, string>();
  const take = (spellings: readonly string[], token: string) => {
    for (const spelling of spellings) words.set(plain(spelling), token);
  };
  pairs.forEach(({ from, to }, index) => {
    take([...spellings(from), ...spellings(to)], `<${index}>`);
  });
  ofStores.forEach(({ from, to }, index) => {
    const names = basename(from) === basename(to) ? [] : [basename(from), basename(to)];
    take([...spellings(from), ...spellings(to), ...names], `<store ${index}>`);
  });
  const longestFirst = [...words].sort(([a], [b]) => b.length - a.length);
  return (json) =>
    longestFirst.reduce((text, [word, token]) => text.replaceAll(word, token), plain(json));
}

function spellings(path: string): string[] {
  const escaped = JSON.stringify(path).slice(1, -1);
  const uri = isWindowsPath(path) ? undefined : pathToFileURL(path).pathname;
  return [escaped, ...(uri === undefined ? [] : [uri])];
}
