import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { tallyAddsUp, withSubagents } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import { beforeAll, describe, expect, it } from "vitest";
import { type ExportedFolder, exportAll } from "./export.js";
import { known } from "./known.js";
import { type Haystack, haystack, missingInJsonl, missingInMarkdown } from "./missing.js";
import { type Passage, type RawTranscript, readTranscript } from "./raw.js";
import { filesBelow, snapshot } from "./store.js";

// Real transcripts of public projects, which are not part of this repository.
const corpus = fileURLToPath(new URL("../../../shared/corpus/claude", import.meta.url));
const folders = existsSync(corpus) ? readdirSync(corpus) : ["(no corpus)"];

describe.skipIf(!existsSync(corpus)).each(folders)("the transcripts of %s", (name) => {
  const folder = join(corpus, name);
  let before: string[];
  let transcripts: RawTranscript[];
  let exported: ExportedFolder;
  let haystacks: Haystack[];

  beforeAll(async () => {
    before = snapshot(folder);
    transcripts = filesBelow(folder)
      .filter((path) => path.endsWith(".jsonl"))
      .map(readTranscript);
    exported = await exportAll(claude({ roots: [folder] }));
    haystacks = exported.sessions.map(haystack);
  }, 60_000);

  it("are read without an error", () => {
    const errors = exported.diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code, message, origin }) => `${code} ${place(origin?.path ?? "")}: ${message}`);
    expect(errors).toEqual([]);
  });

  it("have tallies that add up, and each line is in one of them", () => {
    const all = exported.sessions.flatMap(({ session }) => [...withSubagents(session)]);
    expect(all.filter(({ records }) => !tallyAddsUp(records)).map(({ id }) => id)).toEqual([]);
    const read = all.reduce((sum, { records }) => sum + records.read, 0);
    const files = new Set(exported.sessions.flatMap((session) => session.files));
    const lines = transcripts
      .filter(({ path }) => files.has(path))
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

  it("of agents are in a session", () => {
    const files = new Set(exported.sessions.flatMap((session) => session.files));
    const agents = transcripts.filter(({ path }) => /[/\\]agent-[^/\\]*$/.test(path));
    const lost = agents.filter(({ path }) => !files.has(path));
    expect(lost.map(({ path }) => place(path))).toEqual([]);
  });

  it("are found again in JSONL", () => {
    const lost = transcripts.flatMap((one) => places(one, missingInJsonl(one, documentsOf(one))));
    expect(lost).toEqual(knownPlaces(/:\d+$/));
  });

  it("are found again in Markdown", () => {
    const lost = transcripts.flatMap((one) =>
      places(one, missingInMarkdown(one, documentsOf(one))),
    );
    expect(lost).toEqual(knownPlaces(/:\d+$/));
  });

  it("give the same bytes again and stay as they were", { timeout: 60_000 }, async () => {
    const again = await exportAll(claude({ roots: [folder] }));
    expect(again.sessions.map(({ digest }) => digest)).toEqual(
      exported.sessions.map(({ digest }) => digest),
    );
    expect(again.diagnostics).toEqual(exported.diagnostics);
    expect(snapshot(folder)).toEqual(before);
  });

  /** The documents of the sessions that a transcript is part of. */
  function documentsOf({ path }: RawTranscript): Haystack[] {
    return haystacks.filter(({ files }) => files.includes(path));
  }

  function knownPlaces(shape: RegExp): string[] {
    return Object.keys(known).filter((key) => key.startsWith(`${name}/`) && shape.test(key));
  }
});

function places({ path }: RawTranscript, passages: readonly Passage[]): string[] {
  return [...new Set(passages.map(({ line }) => `${place(path)}:${line}`))];
}

function place(path: string): string {
  return relative(corpus, path).replaceAll("\\", "/");
}
