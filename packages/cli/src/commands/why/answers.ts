import { basename } from "node:path";
import { groupBy, sessionKey } from "@chatexport/core/read";
import {
  type Author,
  addedLines,
  authorsOf,
  authorsOfLine,
  type BlamedLine,
  blame,
  type Commit,
  type Line,
  nobodyOf,
  type Repository,
  readCommits,
  type SignedCommit,
  signedCommit,
} from "@chatexport/provenance";
import { type FoundWorks, plainWords, type Search } from "./find-works.js";
import type { FileTarget } from "./wanted-target.js";

/** The authors of what a user asks about. */
export interface Answer extends FoundWorks {
  /** The commit; absent for a line that is not committed, and for a whole file. */
  commit?: Commit;
  /** The line. */
  text?: string;
  authors: Author[];
  /** Of a whole file: how many lines are whose, and how many are nobody's. */
  lines?: ReadonlyMap<Author, number>;
  unknownLines?: number;
}

/** Narrower searches look for the names of files; of more, nearly every session has one. */
const mostFiles = 5;

/** Finds the authors of a commit. */
export async function whoseCommit(
  commit: Commit,
  { git, roots }: Repository,
  find: (search: Search) => Promise<FoundWorks>,
): Promise<Answer> {
  if (nobodyOf(commit)) return { commit, authors: [], works: new Map(), searched: [] };
  const signed = await signedCommit(commit, git);
  const files = await addedLines(git, commit.hash);
  const names = files.length > mostFiles ? [""] : files.map(({ path }) => path);
  const words = wordsFor(names, [commit]);
  const until = Math.max(commit.author.time, commit.committer.time);
  const found = await find({ until, words, signed: [signed] });
  return { ...found, commit, authors: authorsOf(signed, files, [...found.works.keys()], roots) };
}

/** Finds the authors of a line, or of each line of a file. */
export async function whoseLines(
  { repository, path, text, line }: FileTarget,
  find: (search: Search) => Promise<FoundWorks>,
): Promise<Answer> {
  const { roots } = repository;
  const blamed = await blame(repository, path, text, line);
  const wanted = blamed.filter(({ number }) => line === undefined || number === line);
  const signed = await signedOrigins(wanted, repository);
  const paths = new Set([path, ...wanted.flatMap(({ origin }) => origin?.path ?? [])]);
  const commits = [...signed.values()].map(({ commit }) => commit);
  const found = await find({
    until: untilOf(wanted, signed),
    words: wordsFor([...paths], commits),
    signed: [...signed.values()],
  });
  const works = [...found.works.keys()];
  const authorsAt = ({ number, text: own, origin }: BlamedLine) => {
    const texts: Line["texts"] = [blamed[number - 2]?.text ?? "", own, blamed[number]?.text ?? ""];
    const commit = origin && signed.get(origin.hash);
    const until = commit?.commit.author.time ?? Number.POSITIVE_INFINITY;
    // The history of a shallow clone ends somewhere: that commit brought in all that is older.
    const isKnown = origin && commit && !commit.isEnd;
    return authorsOfLine(
      { path, texts, ...(isKnown && { origin: { ...commit, ...origin } }) },
      until,
      works,
      roots,
    );
  };
  const [first] = wanted;
  if (line !== undefined && first) {
    const commit = first.origin && signed.get(first.origin.hash);
    return {
      ...found,
      text: first.text,
      authors: authorsAt(first),
      ...(commit && !commit.isEnd && { commit: commit.commit }),
    };
  }
  return { ...found, ...sumOf(wanted.map((each) => authorsAt(each)[0])) };
}

/** The first author of each line, by session and level: the one with the most lines first. */
function sumOf(
  firsts: readonly (Author | undefined)[],
): Pick<Answer, "authors" | "lines" | "unknownLines"> {
  const known = firsts.filter((author) => author !== undefined);
  const groups = [...groupBy(known, ({ work, level }) => `${level} ${sessionKey(work)}`).values()];
  const sums = groups.flatMap((group): [Author, number][] => {
    const [first] = group;
    if (!first) return [];
    // Lines of several prompts are due to none of them alone.
    const isOfOne = group.every(({ prompt }) => prompt?.id === first.prompt?.id);
    const { prompt, ...rest } = first;
    return [[isOfOne ? first : rest, group.length]];
  });
  sums.sort(([, one], [, other]) => other - one);
  return {
    authors: sums.map(([author]) => author),
    lines: new Map(sums),
    unknownLines: firsts.length - known.length,
  };
}

/** The commits of lines with what they say about sessions, by hash. */
async function signedOrigins(
  lines: readonly BlamedLine[],
  { git }: Repository,
): Promise<Map<string, SignedCommit & { isEnd: boolean }>> {
  const hashes = [...new Set(lines.flatMap(({ origin }) => origin?.hash ?? []))];
  if (hashes.length === 0) return new Map();
  const isShallow = (await git("rev-parse", "--is-shallow-repository")).trim() === "true";
  const commits = await readCommits(git, hashes);
  const signed = await Promise.all(commits.map((commit) => signedCommit(commit, git)));
  return new Map(
    signed.map((each) => [
      each.commit.hash,
      { ...each, isEnd: isShallow && each.commit.parents.length === 0 },
    ]),
  );
}

function untilOf(lines: readonly BlamedLine[], signed: ReadonlyMap<string, SignedCommit>): number {
  const times = lines.map(({ origin }) => {
    const commit = origin && signed.get(origin.hash)?.commit;
    return commit ? Math.max(commit.author.time, commit.committer.time) : Number.POSITIVE_INFINITY;
  });
  return times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
}

/** Words in each session that wrote these files or made these commits: names, hashes or subjects; none where these have no words. */
function wordsFor(paths: readonly string[], commits: readonly Commit[]): string[][] {
  const words = [
    ...paths.map((path) => plainWords(basename(path))),
    ...commits.flatMap(({ hash, subject }) => [[hash.slice(0, 7)], plainWords(subject)]),
  ];
  return words.some((each) => each.length === 0) ? [] : words;
}
