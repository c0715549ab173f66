import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openOutput } from "../output.mjs";
import { bubblesIn, composersIn, openDatabase } from "./database.mjs";

/**
 * Writes a file for each chat of the home named by the first argument into the folder named by the
 * second: `write` gets the file and the text of each bubble.
 */
export function writeChats(write) {
  const [home, out] = process.argv.slice(2);
  const database = openDatabase(home);
  const bubblesOf = bubblesIn(database);
  mkdirSync(out, { recursive: true });
  let chats = 0;
  for (const composer of composersIn(database)) {
    if (composer.fullConversationHeadersOnly.length === 0) continue;
    const output = openOutput(join(out, `${chats++}.jsonl`));
    for (const bubble of bubblesOf(composer)) write(output, bubble);
    output.close();
  }
}
