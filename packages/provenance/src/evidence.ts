import type { Message } from "@chatexport/core";
import type { Git } from "./git.js";
import { isKeyOf, type Note, noteOf } from "./note.js";
import type { Commit } from "./repository.js";
import { isNamedBy, type Trailer, trailersOf } from "./trailers.js";
import type { CommitCall, Work, Written } from "./work.js";

/** A reason to take a session for the author of a commit or of a line. */
export type Evidence =
  /** A note of git-ai names the session. */
  | { kind: "note" }
  /** A trailer of the commit names the session. */
  | { kind: "trailer"; trailer: string }
  /** A call of the session made the commit. */
  | { kind: "call" }
  /** A call of the session made a commit with its subject, at the time of its author: it was amended or moved since. */
  | { kind: "rewritten" }
  /** The session wrote lines of the commit before it. */
  | TextEvidence;

/** Lines of a commit that a session wrote before it. */
export interface TextEvidence {
  kind: "text";
  /** The number of distinctive lines that the session wrote, and the number of all of them. */
  lines: number;
  of: number;
  /** The edit or command that wrote the most of them. */
  written: Written;
}

/** A commit with what it says about sessions, beside its lines. */
export interface SignedCommit {
  commit: Commit;
  note?: Note | undefined;
  trailers: readonly Trailer[];
}

/** Reads what a commit says about sessions. */
export async function signedCommit(commit: Commit, git: Git): Promise<SignedCommit> {
  return { commit, note: noteOf(commit.note), trailers: await trailersOf(commit, git) };
}

/** Tells if a note or a trailer of a commit names a session by its id. */
export function isNamed(session: Pick<Work, "source" | "id">, signed: SignedCommit): boolean {
  return isNoted(session, signed) || signed.trailers.some((each) => isNamedBy(each, session.id));
}

function isNoted(session: Pick<Work, "source" | "id">, { note }: SignedCommit): boolean {
  return note?.lines.some(({ key }) => isKeyOf(key, session, note.ids)) === true;
}

/** Evidence that is not about lines, and the prompt of the call that it is about. */
export function signsOf(
  work: Work,
  signed: SignedCommit,
): { evidence: Evidence[]; prompt?: Message } {
  const evidence: Evidence[] = [];
  const { commit, trailers } = signed;
  if (isNoted(work, signed)) evidence.push({ kind: "note" });
  const ofSubject = work.commits.filter(({ command }) => command.includes(commit.subject));
  const trailer = trailers.find(
    (each) =>
      isNamedBy(each, work.id) || ofSubject.some(({ command }) => command.includes(each.value)),
  );
  if (trailer) evidence.push({ kind: "trailer", trailer: trailer.name });
  const made = work.commits.find((call) => hasMade(call, commit));
  if (made) evidence.push({ kind: "call" });
  const before = made ?? ofSubject.find((call) => isDuring(commit.author.time, call));
  if (before && !made) evidence.push({ kind: "rewritten" });
  return { evidence, ...(before?.prompt && { prompt: before.prompt }) };
}

function hasMade(call: CommitCall, { hash, subject, committer }: Commit): boolean {
  if (call.made.some((made) => hash.startsWith(made))) return true;
  // A quiet commit leaves its hash to the next words, which may show older ones; or says nothing.
  const isNamed = call.named.some((word) => hash.startsWith(word));
  const isOnlyOne = call.made.length === 0 && call.command.includes(subject);
  return isDuring(committer.time, call) && (isNamed || isOnlyOne);
}

/** In milliseconds: clocks of a tool and of Git are those of one machine. */
const slack = 2000;

function isDuring(time: number, { from, until }: CommitCall): boolean {
  // Git counts whole seconds.
  return from - slack < time + 1000 && time < until + slack;
}
