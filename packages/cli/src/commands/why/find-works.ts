import { contextFor, type ListedSession, type SessionRef } from "@chatexport/core";
import {
  isNamed,
  type Repository,
  type SignedCommit,
  type Work,
  workOf,
} from "@chatexport/provenance";
import { type Run, watched } from "../../host/run.js";
import { isBelow, projectFilter, projectPaths } from "../../host/selection/project-filter.js";
import { attempt, loadCandidate } from "../../host/text-search/load-candidate.js";

/** The facts by which sessions that may be authors are found. */
export interface Search {
  /** They began before: milliseconds since 1970. */
  until: number;
  /** Each has all words of one of these; every session may be an author where there are none. */
  words: readonly (readonly string[])[];
  signed: readonly SignedCommit[];
}

/** The folders where they took place. */
interface Scope {
  repository: Repository;
  /** The user says which projects are searched. */
  isAnyFolder: boolean;
}

/** The result of a search. */
export interface FoundWorks {
  works: Map<Work, ListedSession>;
  /** Sessions of the repository that began in time. */
  searched: readonly ListedSession[];
}

/** The works of the sessions that may be authors; no other session is loaded. */
export async function findWorks(
  listed: readonly ListedSession[],
  search: Search & Scope,
  run: Run,
): Promise<FoundWorks> {
  const refs = listed.map(({ ref }) => ref);
  const isOfRepository = await repositoryFilter(search.repository, refs);
  const searched = listed.filter(({ ref }) => {
    const began = Date.parse(ref.startedAt ?? "");
    const isHere = search.isAnyFolder || isOfRepository(ref);
    return isNamedIn(ref, search) || (isHere && !(began > search.until + 1000));
  });
  const works: FoundWorks["works"] = new Map();
  for (const each of await watched(searched, run)) {
    if (run.signal.aborted) break;
    const session = await attempt(each, () => candidate(each, search, run), run);
    if (session) works.set(workOf(session), each);
  }
  return { works, searched };
}

function isNamedIn(ref: SessionRef, { signed }: Search): boolean {
  return signed.some((each) => isNamed(ref, each));
}

/** A session that took place in one of the working trees or in a folder above them, or that has no known folder. */
async function repositoryFilter(
  { roots }: Repository,
  refs: readonly SessionRef[],
): Promise<(ref: SessionRef) => boolean> {
  const filters = await Promise.all(roots.map((root) => projectFilter(root, refs)));
  return (ref) => {
    const paths = projectPaths(ref);
    const isAbove = (path: string) => roots.some((root) => isBelow(root, path));
    return paths.length === 0 || filters.some((filter) => filter(ref)) || paths.some(isAbove);
  };
}

async function candidate(listed: ListedSession, search: Search, run: Run) {
  const { ref, source } = listed;
  const context = contextFor(run, { source: source.name, session: ref.id });
  const isPossible = async () => {
    if (search.words.length === 0 || !source.mayContain || isNamedIn(ref, search)) return true;
    for (const words of search.words)
      if (await source.mayContain(ref, words, context).catch(() => !run.signal.aborted))
        return true;
    return false;
  };
  return (await isPossible()) ? loadCandidate(listed, [], run) : undefined;
}

/** The words of a text that a store has as they are; see `mayContain` of sources. */
export function plainWords(text: string): string[] {
  return text.match(/[A-Za-z0-9_]{3,}/g) ?? [];
}
