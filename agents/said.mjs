import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The words of a scenario, marked so that they are found again anywhere.
 *
 * @typedef {"shown" | "full" | "branch" | "hidden" | "elsewhere"} Expected Where a reader of a document
 *   must find it: `shown`: in every document; `full`: with all details; `branch`: with all branches;
 *   `hidden`: nowhere; `elsewhere`: stored, but not in a transcript.
 *
 * @typedef {object} Said
 * @property {string} id The marker, which stands in the text and nowhere else.
 * @property {string} kind prompt, answer, thinking, tool-input, tool-output, …
 * @property {string} scenario
 * @property {Expected} expect
 * @property {string} text
 * @property {string[]} stored The files of the home in which the marker stands, known after the run.
 */

/**
 * Marks what is said in a scenario, and remembers it.
 *
 * @param {string} scenario Letters and hyphens.
 * @param {Said[]} said Gets what is said.
 */
export function narrator(scenario, said) {
  const word = scenario.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
  let number = 0;
  const mark = (
    /** @type {string} */ kind,
    /** @type {string} */ words,
    /** @type {Expected} */ expect,
  ) => {
    number += 1;
    const digits = String(number).padStart(2, "0");
    const id = `Said${word}${digits}End`;
    const text = `${words} ${id}`.trim();
    said.push({ id, kind, scenario, expect, text, stored: [] });
    return { id, digits, text };
  };
  return {
    /** Words with a marker. */
    say: (
      /** @type {string} */ kind,
      /** @type {string} */ words,
      /** @type {Expected} */ expect = "shown",
    ) => mark(kind, words, expect).text,
    /** A shell command that prints words with a marker, which does not stand in the command. */
    print: (/** @type {string} */ words, /** @type {Expected} */ expect = "shown") => {
      const { digits } = mark("tool-output", words, expect);
      return `printf '${words} Said%s${digits}End\\n' ${word}`;
    },
  };
}

/**
 * Finds out where each marker is stored below a home.
 *
 * @param {string} home
 * @param {Said[]} said Gets `stored`, paths from the home with slashes.
 * @param {(line: string) => boolean} isLog Whether a line repeats what other lines say, and is no story.
 */
export function findStored(home, said, isLog) {
  const files = readdirSync(home, { recursive: true, withFileTypes: true });
  for (const entry of files) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const lines = linesOf(path);
    const found = new Set(
      lines
        .filter((line) => line.includes("Said") && !isLog(line))
        .flatMap((line) => line.match(/Said[A-Z]\w*?\d\dEnd/g) ?? []),
    );
    if (found.size === 0) continue;
    const name = relative(home, path).replaceAll("\\", "/");
    for (const one of said) if (found.has(one.id)) one.stored.push(name);
  }
}

/** The lines of a file; none if a client that is still ending has removed it. */
function linesOf(/** @type {string} */ path) {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return [];
    throw error;
  }
}
