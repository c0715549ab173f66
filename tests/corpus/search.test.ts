import { readFileSync } from "node:fs";
import type { Session } from "@chatexport/core";
import { wordsIn } from "@chatexport/search-index";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import { expect, test } from "vitest";
import { unfoundWords } from "../../packages/cli/test/unfound-words.js";
import { corpus, cursorCorpus, hasCorpus } from "./corpus.js";

test.skipIf(!hasCorpus)(
  "finds every word of real sessions in the bytes that they are stored in",
  async () => {
    for (const { unfound, count } of [
      await unfoundWords(claude({ roots: [corpus] }), wordsInFile),
      await unfoundWords(cursor({ roots: [cursorCorpus] })),
    ]) {
      expect(unfound).toEqual([]);
      expect(count).toBeGreaterThan(1000);
    }
  },
);

/** The words in the file that a session was read from. */
function wordsInFile({ origin }: Session): ReadonlySet<string> {
  const text = origin.path ? readFileSync(origin.path, "utf8") : "";
  return new Set(wordsIn(text).map((word) => word.toLowerCase()));
}
