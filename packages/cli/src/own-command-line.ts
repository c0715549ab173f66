import type { DoctorOptions } from "./options.js";
import { shellLine } from "./shell-words.js";

/**
 * A command of this program over the same stores, to be copied into a shell; undefined when a shell
 * could take it for something else.
 */
export function commandLine(
  words: readonly string[],
  { from = [], home, root = [] }: Pick<DoctorOptions, "from" | "home" | "root">,
): string | undefined {
  const places = [
    ...from.flatMap((name) => ["--from", name]),
    ...(home === undefined ? [] : ["--home", home]),
    ...root.flatMap((path) => ["--root", path]),
  ];
  return shellLine(["chatexport", ...words, ...places]);
}
