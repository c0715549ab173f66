import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "@chatexport/core";
import redactor from "@chatexport/redact";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import { describe, expect, it } from "vitest";
import { corpus, cursorCorpus } from "./corpus.js";
import { loadAll } from "./loaded.js";

/*
 * Real transcripts of public projects hold next to no secrets, so what is masked in them is false. A failure
 * names the kind and the place of each mask, and never what it hides.
 */

/** There are some 60 MB of them, and one in 50 MB may be false. */
const mostSecrets = 1;

const context = { report() {}, signal: new AbortController().signal };

function below(folder: string, source: (roots: string[]) => Source): Source[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => source([join(folder, name)]));
}

const sources = [
  ...below(corpus, (roots) => claude({ roots, empty: true })),
  ...below(cursorCorpus, (roots) => cursor({ roots })),
];

describe.skipIf(sources.length === 0)("real transcripts", () => {
  it("have next to nothing that is taken for a secret", async () => {
    const { session: mask, maskedSessions, counts } = redactor();
    for (const source of sources) {
      const { sessions } = await loadAll(source);
      for (const { session } of sessions) await mask(session, context);
    }
    const secrets = counts().reduce((sum, count) => sum + count.secrets, 0);
    expect(secrets, JSON.stringify(maskedSessions(), null, 1)).toBeLessThanOrEqual(mostSecrets);
  });
});
