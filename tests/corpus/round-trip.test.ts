import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Source } from "@chatexport/core";
import writeJsonl from "@chatexport/sink-jsonl";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import readJsonl from "@chatexport/source-jsonl";
import { expect, onTestFinished, test } from "vitest";
import { extentOf, lossIn } from "../../packages/archive/src/extent.js";
import { corpus, cursorCorpus, hasCorpus } from "./corpus.js";
import { type LoadedSession, loadAll } from "./loaded.js";

const sources: [string, Source][] = [
  ["claude", claude({ roots: [corpus] })],
  ["cursor", cursor({ roots: [cursorCorpus] })],
];

/** Writes a document for each session into a folder, removed after the test. */
async function archiveOf(sessions: readonly LoadedSession[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const context = { report: () => {}, signal: new AbortController().signal };
  const sink = writeJsonl();
  for (const [index, { session }] of sessions.entries()) {
    const content = sink.render(session, { ...context, asset: async () => undefined });
    const pieces: (string | Uint8Array)[] = [];
    for await (const piece of content) pieces.push(piece);
    writeFileSync(join(folder, `${index}.jsonl`), pieces.join(""));
  }
  return folder;
}

test.skipIf(!hasCorpus).each(sources)(
  "the sessions of %s come back from an archive as they were",
  async (_, source) => {
    const { sessions: original } = await loadAll(source);
    const { sessions: read, diagnostics } = await loadAll(
      readJsonl({ roots: [await archiveOf(original)] }),
    );
    const keyOf = ({ session }: LoadedSession) => `${session.source} ${session.id}`;
    const byKey = new Map(read.map((loaded) => [keyOf(loaded), loaded.session]));
    expect(read).toHaveLength(original.length);
    for (const loaded of original) expect(byKey.get(keyOf(loaded))).toEqual(loaded.session);
    expect(diagnostics).toEqual([]);
  },
);

test.skipIf(!hasCorpus).each(sources)(
  "no session of %s seems to have lost a part of itself",
  async (_, source) => {
    const { sessions } = await loadAll(source);
    const lost = sessions.filter(({ session }) => lossIn(session, extentOf(session)) !== undefined);
    expect(lost.map(({ session }) => session.id)).toEqual([]);
  },
);
