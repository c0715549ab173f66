import type { Message } from "@chatexport/core";
import type { AddedLines } from "./added-lines.js";
import { type Evidence, type SignedCommit, signsOf } from "./evidence.js";
import { isKeyOf, keyAt } from "./note.js";
import type { Commit } from "./repository.js";
import type { Work } from "./work.js";
import { writerOfLine, writersOf } from "./writers.js";

/** The certainty that a session is an author. */
export type Level = "certain" | "likely";

/** A session that wrote a commit or a line. */
export interface Author {
  work: Work;
  level: Level;
  /** At least one. */
  evidence: Evidence[];
  /** The prompt that it is due to, as far as that is known. */
  prompt?: Message;
}

/** Says who made a commit that has no session: several parents, or an author or committer that is a program. */
export function nobodyOf({ parents, author, committer }: Commit): "merge" | "bot" | undefined {
  if (parents.length > 1) return "merge";
  const isBot = [author, committer].some(
    ({ name, email }) => name.endsWith("[bot]") || email.includes("[bot]@"),
  );
  return isBot ? "bot" : undefined;
}

/** The sessions that wrote a commit: certain ones first, then those with the most lines. */
export function authorsOf(
  signed: SignedCommit,
  files: readonly AddedLines[],
  works: readonly Work[],
  roots: readonly string[],
): Author[] {
  const { commit } = signed;
  if (nobodyOf(commit)) return [];
  // What comes back was written for another commit.
  const isBack = /^This reverts commit [0-9a-f]{7,}/m.test(commit.message);
  const writers = writersOf(isBack ? [] : files, commit.author.time, works, roots);
  const authors = works.flatMap((work): Author[] => {
    const { evidence, prompt } = signsOf(work, signed);
    const text = writers.get(work);
    const due = text?.written.prompt ?? prompt;
    const all = [...evidence, ...(text ? [text] : [])];
    if (all.length === 0) return [];
    return [{ work, level: levelOf(evidence), evidence: all, ...(due && { prompt: due }) }];
  });
  const linesOf = ({ evidence }: Author) =>
    evidence.reduce((sum, each) => sum + (each.kind === "text" ? each.lines : 0), 0);
  return authors.sort((one, other) => rank(one) - rank(other) || linesOf(other) - linesOf(one));
}

/** A line of a file. */
export interface Line {
  /** From the root of the repository, with slashes. */
  path: string;
  /** The line, with the ones before and after it; those are empty where there is none. */
  texts: readonly [string, string, string];
  /** The commit that brought it in, where it is known; absent for a line that is not committed. */
  origin?: SignedCommit & {
    /** Path and number of the line there. */
    path: string;
    number: number;
  };
}

/**
 * The sessions that wrote a line, the most likely first: the one whose edit has that very line, then those that
 * made its commit. `until` is the time before which it was written (milliseconds since 1970).
 */
export function authorsOfLine(
  { path, texts, origin }: Line,
  until: number,
  works: readonly Work[],
  roots: readonly string[],
): Author[] {
  if (origin && nobodyOf(origin.commit)) return [];
  const key = origin?.note && keyAt(origin.note, origin.path, origin.number);
  // A person's key.
  if (key?.startsWith("h_")) return [];
  const writer = writerOfLine(origin?.path ?? path, texts, until, works, roots);
  const authors = works.flatMap((work): Author[] => {
    const signs = origin ? signsOf(work, origin) : { evidence: [] };
    const isNoted = key !== undefined && isKeyOf(key, work, origin?.note?.ids ?? new Map());
    // What a note says of other lines does not count for this one.
    const others = signs.evidence.filter(({ kind }) => kind !== "note");
    const own = writer?.work === work ? writer.written : undefined;
    const evidence: Evidence[] = [
      ...(isNoted ? [{ kind: "note" } as const] : []),
      ...others,
      ...(own ? [{ kind: "text", lines: 1, of: 1, written: own } as const] : []),
    ];
    if (evidence.length === 0 || (key !== undefined && !isNoted)) return [];
    const due = own ? own.prompt : signs.prompt;
    // Who commits a line need not have written it.
    const level = isNoted || own ? levelOf(evidence) : "likely";
    return [{ work, level, evidence, ...(due && { prompt: due }) }];
  });
  const isWriter = ({ work }: Author) => Number(work !== writer?.work);
  return authors.sort((one, other) => rank(one) - rank(other) || isWriter(one) - isWriter(other));
}

function levelOf(evidence: readonly Evidence[]): Level {
  const isCertain = ({ kind }: Evidence) => kind !== "text" && kind !== "rewritten";
  return evidence.some(isCertain) ? "certain" : "likely";
}

function rank({ level }: Author): number {
  return level === "certain" ? 0 : 1;
}
