import { setImmediate } from "node:timers/promises";
import type { ListedSession } from "@chatexport/core";
import {
  type Query,
  queryOf,
  type SearchIndex,
  type SearchOptions,
} from "@chatexport/search-index";
import { givenAlternatives, givenPattern } from "../../host/text-search/pattern.js";
import type { SessionHits } from "./search-sessions.js";

/** In milliseconds: keys wait for longer work. One session is never searched in part. */
const slice = 8;

/** The outcome of the search in a session. */
export interface Step {
  found?: SessionHits;
  /** False where only the session itself can tell. */
  isSearched: boolean;
}

/** Searches the index in short slices, between which keys are answered, until `signal` is given. */
export async function* searchInSlices(
  index: SearchIndex,
  query: Query,
  sessions: readonly ListedSession[],
  options: SearchOptions,
  signal: AbortSignal,
): AsyncGenerator<Step> {
  let end = performance.now() + slice;
  for (const { listed, kept } of index.search(query, sessions, options)) {
    if (signal.aborted) return;
    const found = kept?.parts.length ? { ref: listed.ref, ...kept } : undefined;
    yield { ...(found && { found }), isSearched: kept !== undefined };
    if (performance.now() <= end) continue;
    await setImmediate();
    end = performance.now() + slice;
  }
}

/**
 * The query of a typed text: words that must all be there, alternatives with OR, or an expression between slashes.
 * Throws a usage error.
 */
export async function typedQuery(text: string): Promise<Query> {
  const { isLiteral } = givenPattern(text, place);
  return queryOf(givenAlternatives(isLiteral ? text.split(/\s+/) : [text], place));
}

const place = "What you typed";
