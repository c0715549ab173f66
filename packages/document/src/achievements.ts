import type { FilePart, Part, ToolCall } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/core/read";

/** A thing that a command or the tool itself achieved, as it says. */
type Achievement =
  | { kind: "commit"; hash: string }
  | { kind: "tests"; passed: number; failed: number; isWhole: boolean }
  | { kind: "pull-request"; number: string; url: string };

/** An achievement as readers see it. */
export interface Mark {
  /** "Committed 4e12a98", "338 tests pass", "Opened pull request #12"; "Pull request #12" that somebody opened */
  words: string;
  /** Of a pull request. */
  url?: string;
}

/**
 * The achievements of commands, in a few words each, and commits that a tool made itself; of tests, the last result
 * counts. Then the pull requests among the pages that the tool linked with the session.
 */
export function marksOf(parts: readonly Part[], linked: readonly FilePart[] = []): Mark[] {
  const all = parts.flatMap((part) => {
    if (part.type === "notice") return toldIn(part.text);
    return part.type === "tool-call" ? achievementsOf(part) : [];
  });
  const hashes = new Set(all.flatMap((each) => (each.kind === "commit" ? each.hash : [])));
  const tests = all.findLast((each) => each.kind === "tests");
  const opened = new Map(
    all.flatMap((each) => (each.kind === "pull-request" ? [[each.url, each.number]] : [])),
  );
  return [
    ...commitsOf([...hashes]).map((words) => ({ words })),
    ...(tests?.isWhole ? [{ words: resultOf(tests) }] : []),
    ...Array.from(opened, ([url, number]) => ({ words: `Opened pull request #${number}`, url })),
    ...linked.flatMap(({ from, url = "" }) => {
      const number = from === "tool" ? pullRequestAt(url) : undefined;
      return number === undefined || opened.has(url)
        ? []
        : [{ words: `Pull request #${number}`, url }];
    }),
  ];
}

function commitsOf(hashes: readonly string[]): string[] {
  const last = hashes.at(-1);
  if (last === undefined) return [];
  return [hashes.length === 1 ? `Committed ${last}` : `${hashes.length} commits, the last ${last}`];
}

/** "338 tests pass", "2 of 40 tests fail" */
function resultOf({ passed, failed }: { passed: number; failed: number }): string {
  if (failed === 0) return `${plural(passed, "test")} ${passed === 1 ? "passes" : "pass"}`;
  // Some runners tell only of what fails.
  const of = passed > 0 ? `${formatCount(failed)} of ` : "";
  return `${of}${plural(passed + failed, "test")} ${failed === 1 ? "fails" : "fail"}`;
}

/** The commit that a notice tells of: "Commit 4e12a98 Mend the roof". */
function toldIn(notice: string): Achievement[] {
  const hash = /^Commit ([0-9a-f]{7})[0-9a-f]{0,33} \S/.exec(notice)?.[1];
  return hash === undefined ? [] : [{ kind: "commit", hash }];
}

// Asked for by the calls around it, by the head of a document, and by an archive.
const known = new WeakMap<ToolCall, readonly Achievement[]>();

/** The achievements of a command, as its whole output tells them. */
function achievementsOf(call: ToolCall): readonly Achievement[] {
  const found = known.get(call) ?? achievementsIn(call);
  known.set(call, found);
  return found;
}

function achievementsIn(call: ToolCall): Achievement[] {
  if (call.kind !== "execute" || call.command === undefined || call.result?.truncated) return [];
  const hashes = madeCommits(call) ?? [];
  return [
    ...hashes.map((hash) => ({ kind: "commit" as const, hash: hash.slice(0, 7) })),
    ...(isTest.test(call.command) ? testsIn(outputOf(call).split("\n"), call.command) : []),
    ...(call.command.includes("gh pr create")
      ? outputOf(call).split("\n").flatMap(pullRequestIn)
      : []),
  ];
}

/** The tests that the output of a command says have passed and failed, in all. */
function testsIn(lines: readonly string[], command: string): Achievement[] {
  const counts = lines.flatMap((line) => countsIn(line) ?? []);
  const sum = (key: "passed" | "failed") => counts.reduce((total, one) => total + one[key], 0);
  const [passed, failed] = [sum("passed"), sum("failed")];
  if (passed + failed === 0) return [];
  // Some runners sum up each part, of which a command may keep the last ones.
  const isWhole = !(/\| ?(?:tail|head)\b/.test(command) && lines.some(isOfPart));
  return [{ kind: "tests", passed, failed, isWhole }];
}

/** Colours of a terminal, behind the control character that begins them. */
const colour = /\p{Cc}\[[\d;]{0,20}m/gu;

const isTest = /\b(?:tests?|vitest|jest|pytest|mocha|tox|nextest|gradlew?|mvn|mvnw)\b/;

/**
 * The hashes of the commits that a command made, as long as its output has them: `[main 4e12a98] Mend the roof`, or
 * `4e12a98 Mend the roof` in a log that it asked for after a quiet commit with these words. Undefined for a call
 * that does not ask Git for a commit.
 */
export function madeCommits(call: ToolCall): string[] | undefined {
  const command = call.kind === "execute" ? call.command : undefined;
  const asked = /\bgit\b.{0,200}\bcommit\b/.exec(command ?? "");
  if (!asked || command === undefined) return undefined;
  const output = outputOf(call);
  const told = output.matchAll(/^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] /gm);
  const hashes = Array.from(told, ([, hash = ""]) => hash);
  const behind = command.slice(asked.index + asked[0].length);
  if (hashes.length > 0 || !/\bgit\b.{0,100}\blog\b/.test(behind)) return hashes;
  const words = new Set(behind.split(/["'\n]/));
  const logged = output.matchAll(/^([0-9a-f]{7,40}) (?:\([^)\n]{1,200}\) )?(.{1,200})$/gm);
  return Array.from(logged).flatMap(([, hash = "", said = ""]) => (words.has(said) ? hash : []));
}

/** The output of a call as text, without colours. */
export function outputOf({ result }: ToolCall): string {
  const texts = (result?.content ?? []).map((part) => (part.type === "text" ? part.text : ""));
  return texts.join("\n").replace(colour, "");
}

function pullRequestIn(line: string): Achievement[] {
  const url = line.trim();
  const number = pullRequestAt(url);
  return number === undefined ? [] : [{ kind: "pull-request", number, url }];
}

function pullRequestAt(url: string): string | undefined {
  return /^https:\/\/[\w./-]{1,300}\/pull\/(\d{1,9})$/.exec(url)?.[1];
}

function isOfPart(line: string): boolean {
  return /^(?:test result: |--- |.{0,40}\bFailed: {1,9}\d{1,9}, Passed: )/.test(line);
}

/** The numbers of tests that a line says have passed and failed, if a runner sums up in it. */
function countsIn(line: string): { passed: number; failed: number } | undefined {
  const text = line.trim();
  // Vitest, Jest, pytest, cargo, Mocha, .NET, Go.
  const isSummary =
    /^Tests:? {1,20}\d/.test(text) ||
    / in \d{1,9}\.\d{1,3}s\b/.test(text) ||
    text.startsWith("test result: ") ||
    /^\d{1,9} (?:passing|failing)\b/.test(text) ||
    /\bFailed: {1,9}\d{1,9}, Passed: {1,9}\d/.test(text) ||
    /^--- (?:PASS|FAIL): /.test(line);
  if (!isSummary) return undefined;
  if (line.startsWith("--- ")) {
    const isPassed = line.startsWith("--- PASS");
    return { passed: Number(isPassed), failed: Number(!isPassed) };
  }
  const passed = /(\d{1,9}) pass(?:ed|ing)\b|\bPassed: {1,9}(\d{1,9})/.exec(text);
  const failed = /(\d{1,9}) fail(?:ed|ing)\b|\bFailed: {1,9}(\d{1,9})/.exec(text);
  const errors = /(\d{1,9}) errors?\b/.exec(text);
  if (!passed && !failed && !errors) return undefined;
  const numberOf = (match: RegExpExecArray | null) => Number(match?.[1] ?? match?.[2] ?? 0);
  return { passed: numberOf(passed), failed: numberOf(failed) + numberOf(errors) };
}
