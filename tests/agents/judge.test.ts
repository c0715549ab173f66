import { describe, expect, test } from "vitest";
import { judge } from "../../agents/judge.mjs";
import { verdictOf } from "../../agents/report.mjs";
import { type Expected, narrator, type Said } from "../../agents/said.mjs";

const transcript = ".transcripts/one.jsonl";
const isTranscript = (path: string) => path === transcript;

/** A scenario in which one text of each kind is said; a text is stored unless it is hidden. */
function told(expectations: Expected[]): Said[] {
  const said: Said[] = [];
  const { say } = narrator("small-talk", said);
  for (const expect of expectations) say("answer", `Something ${expect}.`, expect);
  return said.map((one) => ({ ...one, stored: one.expect === "hidden" ? [] : [transcript] }));
}

function documentsOf(said: Said[]) {
  const text = (...expectations: Expected[]) =>
    said.filter(({ expect }) => expectations.includes(expect)).map((one) => one.text);
  return {
    standard: text("shown").join("\n\n"),
    branches: text("shown", "branch").join("\n\n"),
  };
}

/** The result of a run in which all is well but what is told. */
function resultOf(verdict: ReturnType<typeof judge>) {
  return {
    client: "claude",
    version: "1.0.0",
    scenarios: 1,
    withoutTerminal: 0,
    failed: [],
    records: { read: 5 },
    unknown: [] as { place: string; name: string; count: number }[],
    comparisons: [{ good: "both agree", wrong: "They differ", bad: [] as string[] }],
    seconds: 1,
    ...verdict,
  };
}

describe("the judge", () => {
  const said = told(["shown", "shown", "branch", "full", "elsewhere", "hidden"]);
  const documents = documentsOf(said);

  test("finds what was said in the documents that have to show it", () => {
    const verdict = judge(said, documents, isTranscript);
    expect(verdict.found).toHaveLength(3);
    expect(verdict).toMatchObject({ missing: [], invented: [], unstored: [] });
    expect(verdictOf(resultOf(verdict), { isPinned: true }).isFine).toBe(true);
  });

  test("misses an answer that the store has in another shape", () => {
    const [lost] = said;
    const altered = { ...documents, standard: documents.standard.replace(lost?.id ?? "", "…") };
    const verdict = judge(said, altered, isTranscript);
    expect(verdict.missing).toEqual([lost]);
    expect(verdictOf(resultOf(verdict), { isPinned: true }).isFine).toBe(false);
    expect(verdictOf(resultOf(verdict), { isPinned: false }).isFine).toBe(false);
  });

  test("misses a branch that no document shows", () => {
    const verdict = judge(said, { ...documents, branches: "" }, isTranscript);
    expect(verdict.missing.map(({ expect }) => expect)).toEqual(["branch"]);
  });

  test("sees what was never said", () => {
    const hidden = said.filter((one) => one.expect === "hidden");
    const standard = `${documents.standard}\n${hidden[0]?.text}`;
    const verdict = judge(said, { ...documents, standard }, isTranscript);
    expect(verdict.invented).toEqual(hidden);
    expect(verdictOf(resultOf(verdict), { isPinned: false }).isFine).toBe(false);
  });

  test("sees a branch that stands on the active line", () => {
    const branch = said.filter((one) => one.expect === "branch");
    const standard = `${documents.standard}\n${branch[0]?.text}`;
    expect(judge(said, { ...documents, standard }, isTranscript).invented).toEqual(branch);
  });

  test("does not ask for what the tool did not store, unless the version is known to store it", () => {
    const unstored = said.map((one) => ({ ...one, stored: [".history"] }));
    const verdict = judge(unstored, { standard: "", branches: "" }, isTranscript);
    expect(verdict.missing).toEqual([]);
    expect(verdict.unstored).toHaveLength(3);
    expect(verdictOf(resultOf(verdict), { isPinned: true }).isFine).toBe(false);
    expect(verdictOf(resultOf(verdict), { isPinned: false }).isFine).toBe(true);
  });
});

describe("a result", () => {
  const fine = resultOf({ found: [], missing: [], invented: [], unstored: [] });
  const unknown = [{ place: "record-type", name: "novelty", count: 2 }];

  test("fails on a new name of the pinned version only", () => {
    expect(verdictOf({ ...fine, unknown }, { isPinned: true }).isFine).toBe(false);
    expect(verdictOf({ ...fine, unknown }, { isPinned: false }).isFine).toBe(true);
  });

  test.each([
    { records: { read: 5, malformed: 1 } },
    { comparisons: [{ good: "both agree", wrong: "They differ", bad: ["one is missing"] }] },
  ])("fails with every version on %j", (wrong) => {
    expect(verdictOf({ ...fine, ...wrong }, { isPinned: false }).isFine).toBe(false);
  });
});
