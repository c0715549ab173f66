import {
  contextFor,
  defined,
  type ListedSession,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import type { FoundPart, PartLabel } from "@chatexport/document/search";
import type { KeptAnswer, Query, SearchIndex, SearchOptions } from "@chatexport/search-index";
import { handedOut, type Run, watched } from "../../host/run.js";
import { attempt, loadCandidate } from "../../host/text-search/load-candidate.js";
import type { Progress } from "../../terminal/progress.js";
import { findIn, shownParts } from "./found-parts.js";
import type { WantedParts } from "./wanted-parts.js";

/** The hits of a session; all of them may be shown. */
export interface SessionHits {
  ref: SessionRef;
  session: Pick<Session, "title" | "project" | "startedAt" | "updatedAt">;
  /** Looked up while they are walked, which can be done once. */
  parts: Iterable<FoundPart>;
  /** The fit of its words; see `KeptAnswer`. */
  rank?: number;
}

/** The text to look for, and where. */
export interface Wanted {
  query: Query;
  parts: WantedParts;
  /** The number of lines that are shown around each hit. */
  context?: number | undefined;
}

/** The result of searching a session. */
interface Searched {
  /** Absent where nothing was found. */
  found?: SessionHits;
  /** The number of parts that have it, were not asked for, and could be. */
  elsewhere: number;
  /** There may be further ones. */
  isUncounted?: boolean;
}

/**
 * Searches sessions one by one, as far as possible in the index, and gives for each the hits in it, and those in parts
 * not asked for.
 */
export async function* searchSessions(
  listed: readonly ListedSession[],
  wanted: Wanted,
  index: SearchIndex | undefined,
  progress: Progress,
  run: Run,
): AsyncGenerator<Searched> {
  const isOwn = copyFilter(new Set(listed.map(({ ref }) => sessionKey(ref))));
  const { isWanted, isSaidOnly, isElsewhere } = wanted.parts;
  const parts = {
    isSaidOnly,
    ...defined({ context: wanted.context }),
    isWanted: (part: PartLabel, ref: SessionRef) => isWanted(part) && isOwn(part, ref),
    ...(isElsewhere && {
      isElsewhere: (part: PartLabel, ref: SessionRef) => isElsewhere(part) && isOwn(part, ref),
    }),
  };
  const answers = index?.search(wanted.query, listed, parts);
  try {
    for (const each of index
      ? handedOut(listed, [], progress)
      : await watched(listed, run, progress)) {
      if (run.signal.aborted) return;
      const kept: KeptAnswer | undefined = answers?.next().value?.kept;
      if (kept) yield searchedIn(kept, each.ref);
      else {
        const searched = await attempt(each, () => searchSession(each, wanted, parts, run), run);
        yield searched ?? { elsewhere: 0 };
      }
    }
  } finally {
    answers?.return?.();
  }
}

function searchedIn(
  { session, parts, elsewhere, isUncounted, rank }: KeptAnswer,
  ref: SessionRef,
): Searched {
  const counts = { elsewhere, isUncounted };
  return parts.length === 0
    ? counts
    : { ...counts, found: { ref, session, parts, ...defined({ rank }) } };
}

/** The hits of a session; undefined when it cannot be loaded, or surely has none. */
async function searchSession(
  listed: ListedSession,
  { query }: Wanted,
  { isWanted, isElsewhere, context }: SearchOptions,
  run: Run,
): Promise<Searched | undefined> {
  const session = await loadCandidate(listed, query.words, run);
  if (!session) return undefined;
  const { ref } = listed;
  const { alternatives } = query;
  const finding = findIn(session, alternatives, (part) => isWanted(part, ref));
  const elsewhere = isElsewhere
    ? findIn(session, alternatives, (part) => isElsewhere(part, ref)).size
    : 0;
  if (finding.size === 0) return { elsewhere };
  const masked = await maskedSession(session, listed, run);
  const parts = shownParts(finding, masked, context);
  return { found: { ref, session: masked, parts }, elsewhere };
}

/** A secret can be known by a text anywhere in the session, so that all of it is masked. */
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
function copyFilter(searched: ReadonlySet<string>) {
  return ({ message }: PartLabel, { source }: SessionRef): boolean => {
    const original = message?.copiedFrom?.sessionId;
    return original === undefined || !searched.has(sessionKey({ source, id: original }));
  };
}
