import { contextFor, type ListedSession, type Session, type SessionRef } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { type Run, watched } from "../../host/run.js";
import { attempt, loadCandidate } from "../../host/text-search/load-candidate.js";
import type { Progress } from "../../terminal/progress.js";
import { type FoundPart, findIn, shownParts } from "./found-parts.js";
import type { PartFilter, WantedParts } from "./wanted-parts.js";

/** What was found in a session; all of it may be shown. */
export interface SessionHits {
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
  parts: WantedParts;
}

/** What became of the search in a session. */
interface Searched {
  /** Absent where nothing was found. */
  found?: SessionHits;
  /** In how many parts it stands that were not asked for, and could be. */
  elsewhere: number;
}

/** Searches sessions one by one, and gives each in which something was found, also in parts not asked for. */
export async function* searchSessions(
  listed: readonly ListedSession[],
  wanted: Wanted,
  progress: Progress,
  run: Run,
): AsyncGenerator<Searched> {
  const searched = new Set(listed.map(({ ref }) => sessionKey(ref)));
  for (const each of await watched(listed, run, progress)) {
    if (run.signal.aborted) return;
    const isOwn = copyFilter(each, searched);
    const found = await attempt(each, () => searchSession(each, wanted, isOwn, run), run);
    if (found) yield found;
  }
}

/** What is found in a session; undefined when it cannot be loaded, or surely has nothing. */
async function searchSession(
  listed: ListedSession,
  { expression, words, parts: { isWanted, isElsewhere } }: Wanted,
  isOwn: PartFilter,
  run: Run,
): Promise<Searched | undefined> {
  const session = await loadCandidate(listed, words, run);
  if (!session) return undefined;
  const finding = findIn(session, expression, (part) => isWanted(part) && isOwn(part));
  const elsewhere = findIn(session, expression, (part) => isElsewhere(part) && isOwn(part)).size;
  if (finding.size === 0) return { elsewhere };
  const masked = await maskedSession(session, listed, run);
  const parts = shownParts(finding, masked, expression);
  return { found: { ref: listed.ref, session: masked, parts }, elsewhere };
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

/** Leaves out what a session has copied from one that is searched as well. */
function copyFilter({ ref }: ListedSession, searched: ReadonlySet<string>): PartFilter {
  return ({ message }) => {
    const original = message?.copiedFrom?.sessionId;
    return (
      original === undefined || !searched.has(sessionKey({ source: ref.source, id: original }))
    );
  };
}
