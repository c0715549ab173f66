import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Replaces words in all files of a home that are transcripts.
 *
 * @param {string} home
 * @param {(path: string) => boolean} isTranscript Asked with the path below the home, with slashes.
 * @param {string} words
 * @param {string} others
 */
export function replaceWords(home, isTranscript, words, others) {
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(home.length + 1).replaceAll("\\", "/");
    if (!entry.isFile() || !isTranscript(name)) continue;
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(words, others));
  }
}
