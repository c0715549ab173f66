import { writeStdout } from "../terminal/stdout.js";
import { type Completion, completionOf } from "./candidates.js";

/**
 * Prints for a script of `chatexport completion` what can stand for the last word: in the first line whether these are words,
 * files or folders, then a word in each line, with a tab before what it means.
 */
export async function complete(words: readonly string[]): Promise<number> {
  // A person is typing: what is wrong here is said when the line is run.
  const nothing: Completion = { kind: "words", candidates: [] };
  const { kind, candidates } = await completionOf(words).catch(() => nothing);
  const lines = candidates.map(({ word, meaning = "" }) => `${word}\t${meaning}`);
  await writeStdout(`${[kind, ...lines].join("\n")}\n`);
  return 0;
}
