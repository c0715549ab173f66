import type { Session } from "@chatexport/core";
import { beforeAll, describe, expect, it } from "vitest";
import { containedIn, ownResponses } from "./copies.js";
import { type CorpusFolder, folders, hasCorpus, place, readFolder } from "./corpus.js";
import { addTokens, answeredOf, callsOf, lostOf, noTokens } from "./counts.js";
import { answeredIds, callIds, lostIds, tokensOf, typedLines } from "./loaded.js";
import type { ClaudeTranscript, RawRecord } from "./raw.js";
import { promptLines } from "./typed.js";

describe.skipIf(!hasCorpus).each(folders)("in the transcripts of %s are counted", (name) => {
  let folder: CorpusFolder;
  let listed: ClaudeTranscript[];

  beforeAll(async () => {
    folder = await readFolder(name);
    const contained = new Set(folder.families.flatMap(containedIn));
    listed = folder.transcripts.filter((one) => !contained.has(one) && isListed(one));
  });

  it("the tokens of each response once", () => {
    const listed = folder.families.filter((family) => family.some(isListed));
    const rows = listed.map((family) => ({
      place: family.map(({ path }) => place(path)).join(", "),
      counted: tokensOf(family.flatMap(sessionsOf)),
      expected: ownResponses(family, folder.transcripts)
        .map(({ tokens }) => tokens)
        .reduce(addTokens, noTokens),
    }));
    expect(rows.flatMap(difference)).toEqual([]);
  });

  it("the prompts that somebody wrote", () => {
    expect(rows(typedLines, promptLines).flatMap(difference)).toEqual([]);
  });

  it("the tool calls", () => {
    expect(rows(callIds, callsOf).flatMap(difference)).toEqual([]);
  });

  it("the results of tool calls, each in its call", () => {
    expect(rows(answeredIds, answeredOf).flatMap(difference)).toEqual([]);
  });

  it("the results of calls that are missing", () => {
    expect(rows(lostIds, lostOf).flatMap(difference)).toEqual([]);
  });

  function rows<Count>(
    count: (sessions: readonly Session[]) => Count,
    expect: (records: readonly RawRecord[]) => Count,
  ): Row<Count>[] {
    return listed.map((one) => ({
      place: place(one.path),
      counted: count(sessionsOf(one)),
      expected: expect(one.records),
    }));
  }

  /** Records that are left out are named in a diagnostic, which is tested elsewhere. */
  function isListed({ path }: ClaudeTranscript): boolean {
    return folder.byFile.has(path);
  }

  function sessionsOf({ path }: ClaudeTranscript): Session[] {
    return folder.byFile.get(path) ?? [];
  }
});

interface Row<Count> {
  place: string;
  counted: Count;
  expected: Count;
}

/** The difference in a row, in words that name its place. */
function difference<Count>({ place, counted, expected }: Row<Count>): string[] {
  if (JSON.stringify(counted) === JSON.stringify(expected)) return [];
  if (!Array.isArray(counted) || !Array.isArray(expected))
    return [`${place}: ${JSON.stringify(counted)} instead of ${JSON.stringify(expected)}`];
  const missing = expected.filter((one) => !counted.includes(one));
  const wrong = counted.filter(
    (one, index) => !expected.includes(one) || counted[index - 1] === one,
  );
  return [`${place}: missing ${missing.join(", ")}; wrong ${wrong.join(", ")}`];
}
