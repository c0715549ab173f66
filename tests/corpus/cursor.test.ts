import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { tallyAddsUp, withSubagents } from "@chatexport/core";
import cursor from "@chatexport/source-cursor";
import { beforeAll, describe, expect, it } from "vitest";
import { cursorCorpus } from "./corpus.js";
import { type ExportedFolder, exportAll } from "./export.js";
import { type Haystack, haystack, missingInJsonl, missingInMarkdown } from "./missing.js";
import { missingInHtml } from "./missing-in-html.js";
import type { Passage, RawTranscript } from "./raw.js";
import { readAgentTranscript, readEditorDatabase } from "./raw-cursor.js";
import { filesBelow, snapshot } from "./store.js";

const folders = existsSync(cursorCorpus) ? readdirSync(cursorCorpus) : ["(no corpus)"];

describe.skipIf(!existsSync(cursorCorpus)).each(folders)("the stores of %s", (name) => {
  const folder = join(cursorCorpus, name);
  let before: string[];
  let stores: RawTranscript[];
  let exported: ExportedFolder;
  let haystacks: Haystack[];

  beforeAll(async () => {
    before = snapshot(folder);
    stores = filesBelow(folder).flatMap((path) => {
      if (path.endsWith(".vscdb")) return [readEditorDatabase(path)];
      return path.endsWith(".jsonl") ? [readAgentTranscript(path)] : [];
    });
    exported = await exportAll(cursor({ roots: [folder] }));
    haystacks = exported.sessions.map(haystack);
  });

  it("are read without an error", () => {
    const errors = exported.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  it("have tallies that add up", () => {
    const all = exported.sessions.flatMap(({ session }) => [...withSubagents(session)]);
    expect(all.filter(({ records }) => !tallyAddsUp(records)).map(({ id }) => id)).toEqual([]);
  });

  it("are all in a session or named in a diagnostic", () => {
    const named = new Set([
      ...exported.sessions.flatMap(({ files }) => files),
      ...exported.diagnostics.map(({ origin }) => origin?.path),
    ]);
    expect(stores.filter(({ path }) => !named.has(path)).map(({ path }) => place(path))).toEqual(
      [],
    );
  });

  it("are found again in JSONL", () => {
    const lost = stores.flatMap((store) =>
      places(store, missingInJsonl(store, documentsOf(store))),
    );
    expect(lost).toEqual([]);
  });

  it("are found again in Markdown", () => {
    const lost = stores.flatMap((store) =>
      places(store, missingInMarkdown(store, documentsOf(store))),
    );
    expect(lost).toEqual([]);
  });

  it("are found again in HTML", () => {
    const lost = stores.flatMap((store) => {
      const pages = documentsOf(store).map(({ html }) => html);
      return places(store, missingInHtml(store.passages, pages));
    });
    expect(lost).toEqual([]);
  });

  it("give the same bytes again and stay as they were", async () => {
    const again = await exportAll(cursor({ roots: [folder] }));
    const digests = ({ sessions }: ExportedFolder) => sessions.map(({ digest }) => digest);
    expect(digests(again)).toEqual(digests(exported));
    expect(again.diagnostics).toEqual(exported.diagnostics);
    expect(snapshot(folder)).toEqual(before);
  });

  /** The documents of the sessions that a store is part of. */
  function documentsOf({ path }: RawTranscript): Haystack[] {
    return haystacks.filter(({ files }) => files.includes(path));
  }
});

function places({ path }: RawTranscript, passages: readonly Passage[]): string[] {
  return passages.map(({ line, text }) => `${place(path)}:${line} ${text.slice(0, 40)}`);
}

function place(path: string): string {
  return relative(cursorCorpus, path).replaceAll("\\", "/");
}
