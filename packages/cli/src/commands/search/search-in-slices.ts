import { setImmediate } from "node:timers/promises";
import type { ListedSession, SessionRef } from "@chatexport/core";
import type { PartLabel } from "@chatexport/document/search";
import {
  type Query,
  queryOf,
  type SearchIndex,
  type SearchOptions,
} from "@chatexport/search-index";
import { givenAlternatives, givenPattern } from "../../host/text-search/pattern.js";
import type { SessionHits } from "./search-sessions.js";

/** In milliseconds: longer work lets keys wait. */
const slice = 8;

/** The outcome of the search in a session. */
export interface Step {
  found?: SessionHits;
  /** "partly" where it took too long for somebody who types, and "not" where only the session itself can tell. */
  isSearched: "whole" | "partly" | "not";
}

/** Searches the index in short slices, between which keys are answered, until `signal` is given. */
export async function* searchInSlices(
  index: SearchIndex,
  query: Query,
  sessions: readonly ListedSession[],
  { isWanted, ...options }: SearchOptions,
  signal: AbortSignal,
): AsyncGenerator<Step> {
  let end = performance.now() + slice;
  let isCut = false;
  const parts = {
    ...options,
    isWanted(part: PartLabel, ref: SessionRef) {
      isCut ||= performance.now() > end + slice;
      return !isCut && isWanted(part, ref);
    },
  };
  for (const { listed, kept } of index.search(query, sessions, parts)) {
    if (signal.aborted) return;
    const isSearched = !kept ? "not" : isCut ? "partly" : "whole";
    yield kept?.parts.length ? { found: { ref: listed.ref, ...kept }, isSearched } : { isSearched };
    if (performance.now() > end) {
      await setImmediate();
      end = performance.now() + slice;
    }
    isCut = false;
  }
}

/**
 * What is typed as a query: words that must all be there, alternatives with OR, or an expression between slashes.
 * Throws a usage error.
 */
export async function typedQuery(text: string): Promise<Query> {
  const { isLiteral } = givenPattern(text, place);
  return queryOf(givenAlternatives(isLiteral ? text.split(/\s+/) : [text], place));
}

const place = "What you typed";
