import { runInThisContext } from "node:vm";
import { readScripts } from "../own-files.js";

/** The functions of the page of an index for its search. */
interface PageFunctions {
  searchWords(text: string): string[];
  shardOf(word: string, shards: number): number;
  textsInFile: number;
}

const script = readScripts(["search-words.js"]);

/**
 * The functions of the page itself: `searchWords` gives the words of a text as a search compares
 * them, each once, `shardOf` the number of the file that holds a word, `textsInFile` how many sessions
 * have their texts in one.
 */
export const { searchWords, shardOf, textsInFile } = runInThisContext(
  `(() => {${script}\nreturn { searchWords, shardOf, textsInFile };})()`,
) as PageFunctions;
