import { present } from "@chatexport/core";
import { type Commit, type Level, nobodyOf } from "@chatexport/provenance";
import type { Run } from "../../host/run.js";
import type { Answer } from "./answers.js";
import { authorViewer, type ShownAuthor } from "./shown-author.js";
import type { Target } from "./wanted-target.js";

/** An answer as it may be shown, which is what `--json` prints. */
export interface Report {
  /** The file, from the root of the repository. */
  path?: string;
  line?: number;
  text?: string;
  commit?: ShownCommit;
  /** That of the first author. */
  level: Level | "unknown";
  /** The reason why a commit has no session. */
  nobody?: "merge" | "bot";
  authors: ShownAuthor[];
  /** Of a whole file: how many lines are of no author. */
  unknownLines?: number;
  searched: Searched;
}

/** A commit as it may be shown. */
export interface ShownCommit {
  hash: string;
  subject: string;
  author: string;
  time: string;
}

/** The sessions that were searched. */
interface Searched {
  /** Folder of the working tree. */
  folder: string;
  sessions: number;
  /** The time when the first of them began, and when the last of them ended. */
  from?: string;
  until?: string;
  /** Sessions that took place elsewhere, or began later. */
  others: number;
}

/** An answer as it may be shown. */
export async function reportOf(
  answer: Answer,
  target: Target,
  listed: number,
  run: Run,
): Promise<Report> {
  const { commit, searched, works, unknownLines } = answer;
  const viewer = authorViewer(run);
  const authors: ShownAuthor[] = [];
  for (const author of answer.authors) {
    const found = works.get(author.work);
    const lines = answer.lines?.get(author);
    if (found) authors.push(present({ ...(await viewer(author, found)), lines }));
  }
  const isFile = "path" in target;
  const place = isFile ? { path: target.path, line: target.line, text: answer.text } : {};
  const [about] = await run.redaction.data([
    present({ ...place, commit: commit && shownCommit(commit) }),
  ]);
  const [folder = ""] = await run.redaction.texts([target.repository.root]);
  const times = searched
    .flatMap(({ ref }) => [ref.startedAt ?? [], ref.updatedAt ?? []].flat())
    .sort();
  return present({
    ...about,
    level: authors[0]?.level ?? "unknown",
    nobody: commit && nobodyOf(commit),
    authors,
    unknownLines,
    searched: present({
      folder,
      sessions: searched.length,
      from: times[0],
      until: times.at(-1),
      others: listed - searched.length,
    }),
  });
}

/** A commit, before it is masked. */
export function shownCommit({ hash, subject, author }: Commit): ShownCommit {
  return { hash, subject, author: author.name, time: new Date(author.time).toISOString() };
}
