import { statSync } from "node:fs";
import { attempt } from "@chatexport/core/read";

/** Words quoted for a shell of this system; undefined when there are no quotes for one of them. */
export function shellLine(
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const quote = platform === "win32" ? quotedForWindows : quotedForUnix;
  const typed = words.map((word) => (isPrintable(word) ? quote(word) : undefined));
  return typed.includes(undefined) ? undefined : typed.join(" ");
}

/** True when a word is not changed by being printed and copied. */
function isPrintable(word: string): boolean {
  return !/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(word);
}

function quotedForUnix(word: string): string {
  // For zsh, what begins with "=" is a program.
  if (/^(?!=)[\p{L}\p{N}_%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * These quotes are the only ones that both shells have; a text must not hold what either replaces
 * in them.
 */
function quotedForWindows(word: string): string | undefined {
  if (/^[\p{L}\p{N}_.:/\\-]+$/u.test(word)) return word;
  return /["“”„$`%!]|\\$/.test(word) ? undefined : `"${word}"`;
}

/** A command over the same stores, for a shell; undefined when one could misunderstand it. */
export function commandLine(
  words: readonly string[],
  {
    from = [],
    home,
    root = [],
  }: { from?: readonly string[]; home?: string; root?: readonly string[] },
): string | undefined {
  const places = [
    ...from.flatMap((name) => ["--from", name]),
    ...(home === undefined ? [] : ["--home", home]),
    ...root.flatMap((path) => ["--root", path]),
  ];
  return shellLine(["chatexport", ...words, ...places]);
}

/**
 * The words that a person types to go on in a folder; without the way there where there is none, or
 * it cannot be quoted.
 */
export function goingOn(folder: string, command: readonly string[]): string {
  const resume = command.join(" ");
  const isThere = attempt(() => statSync(folder).isDirectory());
  if (!isThere || folder === process.cwd()) return resume;
  const change = shellLine(["cd", folder]);
  return change === undefined ? resume : `${change} && ${resume}`;
}
