import { sessionKey } from "@chatexport/archive/names";
import { contextFor, type ListedSession, type Session, type SessionRef } from "@chatexport/core";
import type { Run } from "../run.js";
import type { Progress } from "../terminal/progress.js";
import { shownProjects, watched } from "../watched-sessions.js";
import { attempt } from "./attempt.js";
import { loadCandidate } from "./candidate.js";
import { type FoundPart, findIn, shownParts } from "./found-parts.js";
import { copyFilter, type PartFilter } from "./part-filter.js";

/** A session in which something was found; all of it may be shown. */
export interface FoundSession {
  ref: SessionRef;
  session: Session;
  /** Looked up while they are walked, which can be done once. */
  parts: Iterable<FoundPart>;
}

/** What to look for. */
export interface Wanted {
  expression: RegExp;
  /** Words that must be there; see `requiredWords`. */
  words: readonly string[];
  isWanted: PartFilter;
}

/** Searches sessions one by one and hands each out in which something was found. */
export async function* searchSessions(
  listed: readonly ListedSession[],
  wanted: Wanted,
  progress: Progress,
  run: Run,
): AsyncGenerator<FoundSession> {
  const searched = new Set(listed.map(({ ref }) => sessionKey(ref)));
  const projects = await shownProjects(listed, run.redaction);
  for (const each of watched(listed, progress, projects)) {
    if (run.signal.aborted) return;
    const isOwn = copyFilter(each, searched);
    const found = await attempt(each, () => searchSession(each, wanted, isOwn, run), run);
    if (found) yield found;
  }
}

/** What is found in a session; undefined when that is nothing, or when it cannot be loaded. */
async function searchSession(
  listed: ListedSession,
  { expression, words, isWanted }: Wanted,
  isOwn: PartFilter,
  run: Run,
): Promise<FoundSession | undefined> {
  const session = await loadCandidate(listed, words, run);
  if (!session) return undefined;
  const finding = findIn(session, expression, (part) => isWanted(part) && isOwn(part));
  if (finding.size === 0) return undefined;
  const masked = await maskedSession(session, listed, run);
  return { ref: listed.ref, session: masked, parts: shownParts(finding, masked, expression) };
}

/** A secret can be known by what stands anywhere in the session, so that all of it is masked. */
async function maskedSession(
  session: Session,
  { source, ref }: ListedSession,
  run: Run,
): Promise<Session> {
  const context = contextFor(run, { source: source.name, session: ref.id });
  let masked = session;
  for (const transform of run.redaction.transforms) masked = await transform(masked, context);
  return masked;
}
