import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Source } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import { describe, expect, it } from "vitest";
import { containedIn, families, isAgent } from "./copies.js";
import { corpus, cursorCorpus, isRecordFile } from "./corpus.js";
import { exportAll } from "./export.js";
import { type Haystack, haystack, missingInMarkdown } from "./missing.js";
import { missingInHtml } from "./missing-in-html.js";
import { type RawTranscript, readTranscript } from "./raw.js";
import { readAgentTranscript, readEditorDatabase } from "./raw-cursor.js";
import { filesBelow } from "./store.js";
import { typedPassages } from "./typed.js";

/*
 * The prompts of a document with the conversation alone: whole, however they were typed.
 */

describe.skipIf(!existsSync(corpus)).each(foldersOf(corpus))("the prompts of %s", (folder) => {
  it("are whole in the conversation alone", async () => {
    const transcripts = filesBelow(folder).filter(isRecordFile).map(readTranscript);
    const copies = new Set(families(transcripts).flatMap(containedIn));
    const sessions = transcripts.filter((one) => !copies.has(one) && !isAgent(one));
    const prompts = sessions.map((one) => ({ ...one, passages: typedPassages(one.records) }));
    expect(await lost(prompts, claude({ roots: [folder] }))).toEqual([]);
  });
});

describe.skipIf(!existsSync(cursorCorpus)).each(foldersOf(cursorCorpus))(
  "the prompts of %s",
  (folder) => {
    it("are whole in the conversation alone", async () => {
      const stores = filesBelow(folder).flatMap((path) => {
        if (path.endsWith(".vscdb")) return [readEditorDatabase(path)];
        return path.endsWith(".jsonl") ? [readAgentTranscript(path)] : [];
      });
      const prompts = stores.map((store) => ({
        ...store,
        passages: store.passages.filter(({ kind }) => kind === "prompt"),
      }));
      const source = cursor({ roots: [folder] });
      expect(await lost(prompts, source)).toEqual([]);
    });
  },
);

/** The places of prompts that the documents of their sessions do not hold whole. */
async function lost(transcripts: readonly RawTranscript[], source: Source): Promise<string[]> {
  const { sessions } = await exportAll(source, "conversation");
  const haystacks = sessions.map(haystack);
  return transcripts.flatMap((one) => {
    const documents = haystacks.filter(({ files }) => files.includes(one.path));
    return [...missingIn(one, documents)].map(
      ({ line, text }) => `${relative(corpus, one.path)}:${line} ${text.slice(0, 40)}`,
    );
  });
}

function missingIn(one: RawTranscript, documents: readonly Haystack[]) {
  const pages = documents.map(({ html }) => html);
  return new Set([...missingInMarkdown(one, documents), ...missingInHtml(one.passages, pages)]);
}

function foldersOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : ["(none)"];
}
