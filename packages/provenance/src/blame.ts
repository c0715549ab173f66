import { structuredPatch } from "diff/lib/patch/create.js";
import { GitError } from "./git.js";
import type { Repository } from "./repository.js";

/** The origin of a line of a file. */
export interface BlamedLine {
  /** Counted from 1, in the file as it lies there. */
  number: number;
  text: string;
  /** Absent for a line that is not committed. */
  origin?: {
    /** Hash of the commit that brought it in. */
    hash: string;
    /** Path and number of the line in that commit. */
    path: string;
    number: number;
  };
}

/**
 * The lines of a file of a working tree, each with its origin; only one of them has it where `line` names it. The
 * text is that of the file as it lies there, and is compared with the last commit: Git would run programs that the
 * repository names to convert it.
 */
export async function blame(
  { git }: Repository,
  path: string,
  text: string,
  line?: number,
): Promise<BlamedLine[]> {
  const lines = linesOf(text);
  const committed = await git("cat-file", "blob", `HEAD:${path}`).catch((cause: unknown) => {
    if (cause instanceof GitError && cause.problem !== "interrupted") return undefined;
    throw cause;
  });
  const numbers = committed === undefined ? [] : committedNumbers(linesOf(committed), lines);
  const wanted = line === undefined ? undefined : numbers[line - 1];
  const isWanted = line === undefined ? numbers.some(Boolean) : wanted !== undefined;
  const range = wanted === undefined ? [] : [`-L${wanted},${wanted}`];
  const options = [
    "--porcelain",
    "--no-textconv",
    "-w",
    "-M",
    "-C",
    "--root",
    "--no-progress",
    ...range,
  ];
  const origins = isWanted
    ? originsIn(await git("blame", ...options, "HEAD", "--", path))
    : new Map();
  return lines.map((each, at) => {
    const origin = origins.get(numbers[at]);
    return { number: at + 1, text: each, ...(origin && { origin }) };
  });
}

function originsIn(porcelain: string): Map<number | undefined, BlamedLine["origin"]> {
  const origins = new Map<number | undefined, BlamedLine["origin"]>();
  const paths = new Map<string, string>();
  let now = { hash: "", number: 0, final: 0 };
  for (const line of porcelain.split("\n")) {
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(line);
    if (line.startsWith("\t"))
      origins.set(now.final, {
        hash: now.hash,
        path: paths.get(now.hash) ?? "",
        number: now.number,
      });
    else if (head) now = { hash: head[1] ?? "", number: Number(head[2]), final: Number(head[3]) };
    else if (line.startsWith("filename ")) paths.set(now.hash, line.slice("filename ".length));
  }
  return origins;
}

/** The number that each line of a file has in the last commit; undefined for those that it lacks. */
function committedNumbers(
  committed: readonly string[],
  lines: readonly string[],
): (number | undefined)[] {
  const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
  const options = { context: Number.POSITIVE_INFINITY, maxEditLength: 5000 };
  const patch = structuredPatch(
    "",
    "",
    text(committed),
    text(lines),
    undefined,
    undefined,
    options,
  );
  if (!patch) return [];
  if (patch.hunks.length === 0) return lines.map((_, at) => at + 1);
  const numbers: (number | undefined)[] = [];
  let old = 0;
  for (const line of patch.hunks.flatMap((hunk) => hunk.lines)) {
    if (!line.startsWith("+")) old++;
    if (!line.startsWith("-")) numbers.push(line.startsWith("+") ? undefined : old);
  }
  return numbers;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
