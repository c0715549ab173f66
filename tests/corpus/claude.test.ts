import { basename, join } from "node:path";
import { tallyAddsUp, withSubagents } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import { beforeAll, describe, expect, it } from "vitest";
import { containedIn, families, isAgent } from "./copies.js";
import { corpus, folders, hasCorpus, isRecordFile, place } from "./corpus.js";
import { type ExportedFolder, exportAll } from "./export.js";
import { known } from "./known.js";
import { type Haystack, haystack, missingInJsonl, missingInMarkdown } from "./missing.js";
import { missingInHtml } from "./missing-in-html.js";
import { type ClaudeTranscript, type Passage, readTranscript } from "./raw.js";
import { filesBelow, snapshot } from "./store.js";

describe.skipIf(!hasCorpus).each(folders)("the transcripts of %s", (name) => {
  const folder = join(corpus, name);
  let before: string[];
  let transcripts: ClaudeTranscript[];
  let exported: ExportedFolder;
  let haystacks: Haystack[];
  // Without those of which everything stands in another one, and what nobody asked for.
  let exportable: ClaudeTranscript[];
  let loneHelpers: Set<string | undefined>;

  beforeAll(async () => {
    before = snapshot(folder);
    transcripts = filesBelow(folder).filter(isRecordFile).map(readTranscript);
    exported = await exportAll(claude({ roots: [folder], empty: true }));
    haystacks = exported.sessions.map(haystack);
    const lone = exported.diagnostics.filter(({ code }) => code === "lone-helper");
    loneHelpers = new Set(lone.map(({ origin }) => origin?.path));
    const copies = new Set(families(transcripts).flatMap(containedIn));
    exportable = transcripts.filter((one) => !copies.has(one) && !loneHelpers.has(one.path));
  });

  it("are read without an error", () => {
    const errors = exported.diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code, message, origin }) => `${code} ${place(origin?.path)}: ${message}`);
    expect(errors).toEqual([]);
  });

  it("have tallies that add up, and each line is in one of them", () => {
    // A history belongs to many sessions, and to none; its rows are counted in another test.
    const all = exported.sessions
      .flatMap(({ session }) => [...withSubagents(session)])
      .filter(({ origin }) => !isHistory(origin.path));
    expect(all.filter(({ records }) => !tallyAddsUp(records)).map(({ id }) => id)).toEqual([]);
    const read = all.reduce((sum, { records }) => sum + records.read, 0);
    const files = new Set(exported.sessions.flatMap((session) => session.files));
    const lines = transcripts
      .filter(({ path }) => files.has(path) && !isHistory(path))
      .reduce((sum, transcript) => sum + transcript.lines, 0);
    expect(read).toBe(lines);
  });

  it("are all in a session or named in a diagnostic", () => {
    const named = new Set([
      ...exported.sessions.flatMap(({ files }) => files),
      ...exported.diagnostics.map(({ origin }) => origin?.path),
    ]);
    const silent = transcripts.filter(({ path }) => !named.has(path));
    expect(silent.map(({ path }) => place(path))).toEqual(knownPlaces(/jsonl$/));
  });

  it("of agents are in a session, unless the tool started them for itself", () => {
    const files = new Set(exported.sessions.flatMap((session) => session.files));
    const lost = transcripts.filter(
      (one) => isAgent(one) && !files.has(one.path) && !loneHelpers.has(one.path),
    );
    expect(lost.map(({ path }) => place(path))).toEqual([]);
  });

  it("are found again in JSONL", () => {
    const lost = exportable.flatMap((one) => places(one, missingInJsonl(one, documentsOf(one))));
    expect(lost).toEqual(knownPlaces(/:\d+$/));
  });

  it("are found again in Markdown", () => {
    const lost = exportable.flatMap((one) => places(one, missingInMarkdown(one, documentsOf(one))));
    expect(lost).toEqual(knownPlaces(/:\d+$/));
  });

  it("are found again in HTML", () => {
    const lost = exportable.flatMap((one) => {
      const pages = documentsOf(one).map(({ html }) => html);
      return places(one, missingInHtml(one.passages, pages));
    });
    expect(lost).toEqual(knownPlaces(/:\d+$/));
  });

  it("give the same bytes again and stay as they were", async () => {
    const again = await exportAll(claude({ roots: [folder], empty: true }));
    expect(again.sessions.map(({ digest }) => digest)).toEqual(
      exported.sessions.map(({ digest }) => digest),
    );
    expect(again.diagnostics).toEqual(exported.diagnostics);
    expect(snapshot(folder)).toEqual(before);
  });

  /** The documents of the sessions that a transcript is part of. */
  function documentsOf({ path }: ClaudeTranscript): Haystack[] {
    return haystacks.filter(({ files }) => files.includes(path));
  }

  function knownPlaces(shape: RegExp): string[] {
    return Object.keys(known).filter((key) => key.startsWith(`${name}/`) && shape.test(key));
  }
});

function places({ path }: ClaudeTranscript, passages: readonly Passage[]): string[] {
  return [...new Set(passages.map(({ line }) => `${place(path)}:${line}`))];
}

function isHistory(path = ""): boolean {
  return basename(path) === "history.jsonl";
}
