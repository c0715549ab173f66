import type { Message } from "@chatexport/core";
import { type AddedLines, addedLines } from "./added-lines.js";
import { type Author, authorsOf, nobodyOf } from "./authors.js";
import { signedCommit } from "./evidence.js";
import { type Git, GitError } from "./git.js";
import { type Commit, commitsBetween, type Repository } from "./repository.js";
import type { Work } from "./work.js";
import { filesOf } from "./writers.js";

/** A commit of a session. */
export interface SessionCommit extends Pick<Author, "level" | "evidence"> {
  /** As long as it is known. */
  hash: string;
  /** Absent where no repository has it: there was none, or it was rewritten. */
  commit?: Commit;
  prompt?: Message;
}

/** For so long after a session its lines are looked for in commits: milliseconds. */
const patience = 30 * 24 * 60 * 60 * 1000;

const most = 1000;

/**
 * The commits of a session, the oldest first: those that its calls made and, where its repository is there, those
 * with its lines, until 30 days after its last edit. Other sessions may have written them, too.
 */
export async function commitsOf(work: Work, repository?: Repository): Promise<SessionCommit[]> {
  const found = repository ? await foundIn(repository, work) : [];
  const isFound = (hash: string) => found.some((each) => each.hash.startsWith(hash));
  const lost = new Map<string, SessionCommit>();
  for (const { made, prompt } of work.commits)
    for (const hash of made)
      if (!isFound(hash))
        lost.set(hash, {
          hash,
          level: "certain",
          evidence: [{ kind: "call" }],
          ...(prompt && { prompt }),
        });
  return [...lost.values(), ...found];
}

/** The lines that a commit added; none where a partial clone lacks it. */
async function linesIfThere(git: Git, hash: string): Promise<AddedLines[]> {
  return addedLines(git, hash).catch((cause: unknown) => {
    if (cause instanceof GitError && cause.problem === "missing-object") return [];
    throw cause;
  });
}

async function foundIn({ git, roots }: Repository, work: Work): Promise<SessionCommit[]> {
  const times = [...work.written.map(({ time }) => time), ...work.commits.map(({ from }) => from)];
  if (times.length === 0) return [];
  const from = times.reduce((least, time) => Math.min(least, time)) - 1000;
  const until = times.reduce((largest, time) => Math.max(largest, time)) + patience;
  const paths = filesOf(work, roots);
  const span = { from, until, most };
  const withItsFiles = paths.length > 0 ? await commitsBetween(git, { ...span, paths }) : [];
  const changed = new Set(withItsFiles.map(({ hash }) => hash));
  const found: SessionCommit[] = [];
  for (const commit of await commitsBetween(git, span)) {
    if (nobodyOf(commit)) continue;
    const { hash } = commit;
    const files = changed.has(hash) ? await linesIfThere(git, hash) : [];
    const [author] = authorsOf(await signedCommit(commit, git), files, [work], roots);
    if (!author) continue;
    const { level, evidence, prompt } = author;
    found.push({ hash, commit, level, evidence, ...(prompt && { prompt }) });
  }
  return found.reverse();
}
