import { type Git, GitError, gitIn } from "./git.js";

/** A repository with its working trees. */
export interface Repository {
  git: Git;
  /** Folder of the working tree. */
  root: string;
  /** Folders of all its working trees, also of some that are gone. */
  roots: string[];
}

/** The repository that a folder belongs to; throws a `GitError` where there is none, or no Git. */
export async function openRepository(folder: string, signal?: AbortSignal): Promise<Repository> {
  const git = gitIn(folder, signal);
  const root = (await git("rev-parse", "--show-toplevel")).replace(/\n$/, "");
  const trees = await git("worktree", "list", "--porcelain");
  const paths = [...trees.matchAll(/^worktree (.+)$/gm)].flatMap(([, path]) => path ?? []);
  return { git: gitIn(root, signal), root, roots: [...new Set([root, ...paths])] };
}

/** Somebody whom a commit names. */
export interface Person {
  name: string;
  email: string;
  /** In milliseconds since 1970, in whole seconds. */
  time: number;
}

/** A commit without its changes. */
export interface Commit {
  /** All digits of its hash. */
  hash: string;
  parents: string[];
  author: Person;
  committer: Person;
  subject: string;
  /** Subject, body and trailers. */
  message: string;
  /** The note at `refs/notes/ai`; empty where there is none. */
  note: string;
}

const fields = "%H %P %an %ae %at %cn %ce %ct %s %B %N".split(" ");
const mostAtOnce = 500;

/** The commits with these names, in this order; throws a `GitError` where one is missing. */
export async function readCommits(git: Git, names: readonly string[]): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (let start = 0; start < names.length; start += mostAtOnce)
    commits.push(
      ...(await logOf(git, ["--no-walk=unsorted"], names.slice(start, start + mostAtOnce))),
    );
  return commits;
}

/** The commit that a user's word names; throws a `GitError`. */
export async function readCommit(git: Git, word: string): Promise<Commit> {
  const hash = (await git("rev-parse", "--verify", "--end-of-options", `${word}^{commit}`)).trim();
  const [commit] = await readCommits(git, [hash]);
  if (!commit) throw new GitError("unknown-revision", `no commit is named ${word}`);
  return commit;
}

/** Commits of all branches of a span of time, at most so many, newest first; no merges. */
export function commitsBetween(
  git: Git,
  { from, until, most, paths = [] }: CommitSpan,
): Promise<Commit[]> {
  const seconds = (time: number) => String(Math.floor(time / 1000));
  const span = [`--since=${seconds(from)}`, `--until=${seconds(until)}`, `--max-count=${most}`];
  return logOf(git, ["--branches", "--remotes", "--no-merges", ...span], [], paths);
}

/** Which commits are wanted. */
export interface CommitSpan {
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  most: number;
  /** Only those that changed one of these files, if there is one. */
  paths?: readonly string[];
}

async function logOf(
  git: Git,
  options: readonly string[],
  names: readonly string[],
  paths: readonly string[] = [],
): Promise<Commit[]> {
  const format = `--format=${fields.join("%x00")}`;
  const notes = ["--no-notes", "--notes=refs/notes/ai", "--no-show-signature", "--encoding=UTF-8"];
  const files = paths.map((path) => `:(top,literal)${path}`);
  const text = await git("log", "-z", format, ...notes, ...options, ...names, "--", ...files);
  const values = text.split("\0");
  const commits: Commit[] = [];
  for (let at = 0; at + fields.length <= values.length; at += fields.length)
    commits.push(commitOf(values.slice(at, at + fields.length)));
  return commits;
}

function commitOf(values: readonly string[]): Commit {
  const [hash = "", parents = "", name = "", email = "", time, by = "", at = "", then] = values;
  const [subject = "", message = "", note = ""] = values.slice(8);
  return {
    hash,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name, email, time: Number(time) * 1000 },
    committer: { name: by, email: at, time: Number(then) * 1000 },
    subject,
    message,
    note,
  };
}
