import type { ListedSession, SessionRef } from "@chatexport/core";
import type { FoundPart, PartLabel } from "@chatexport/document/search";
import type { Connection } from "@chatexport/sqlite";
import { candidateBlocks, rankedBlocks } from "./candidates.js";
import { foundParts } from "./found-parts.js";
import { type KeptFacts, keptRows, rowKey } from "./kept-rows.js";
import { type FoundText, partFinder } from "./part-finder.js";
import { couldBeSecret, type Pattern, requiredTexts, requiredWords, type Term } from "./pattern.js";

/** Patterns with what narrows them down. */
export interface Query {
  /** A part fits if it has all terms of one of them, in any order. */
  alternatives: readonly (readonly Term[])[];
  /** Of each alternative the words that must be there, as `Source.mayContain` takes them. */
  words: readonly (readonly string[])[];
  /** One of the patterns could be a secret; see `couldBeSecret`. */
  isSecret: boolean;
}

/** Patterns as an index looks for them: alternatives of those that must all be in a part, as `alternativesOf` reads. */
export async function queryOf(alternatives: readonly (readonly Pattern[])[]): Promise<Query> {
  const terms = alternatives.map((patterns) =>
    Promise.all(patterns.map(async (each) => ({ ...each, texts: await requiredTexts(each) }))),
  );
  const words = alternatives.map((patterns) => Promise.all(patterns.map(requiredWords)));
  return {
    alternatives: await Promise.all(terms),
    words: (await Promise.all(words)).map((all) => all.flat()),
    isSecret: alternatives.flat().some(couldBeSecret),
  };
}

/** Decides about a part of a session, as far as its text does not matter. */
export type IndexedPartFilter = (part: PartLabel, ref: SessionRef) => boolean;

/** Which parts are searched. */
export interface SearchOptions {
  isWanted: IndexedPartFilter;
  /** Nothing but what was said is wanted, so that the rest need not be looked at. */
  isSaidOnly?: boolean;
  /** The number of lines that are wanted around each hit; none when it is absent. */
  context?: number;
  /** Other parts that are counted, as far as that takes little time. */
  isElsewhere?: IndexedPartFilter;
}

/** The answer of an index about one session. */
export interface Answer {
  listed: ListedSession;
  /** Absent where only a look into the session itself can tell: it is not kept as it was listed, or a mask may hide a match. */
  kept?: KeptAnswer;
}

/** The hits of an index in a session. */
export interface KeptAnswer {
  session: Partial<KeptFacts>;
  parts: FoundPart[];
  /** In how many other parts it was found. */
  elsewhere: number;
  /** There may be further ones, which were not counted. */
  isUncounted: boolean;
  /** The fit of what was said to the words, by bm25: less is better. Absent where only parts of words fit. */
  rank?: number;
}

/** In bytes, packed: to look through so many takes some ms. */
const mostCounted = 250_000;

/** Searches sessions in the order in which they were listed. */
export function* searchKept(
  connection: Connection,
  place: string,
  listed: readonly ListedSession[],
  query: Query,
  { isWanted, isElsewhere, isSaidOnly = false, context }: SearchOptions,
): Generator<Answer> {
  const { alternatives } = query;
  const finder = partFinder(alternatives, context);
  const rows = keptRows(connection, place);
  const blocks = candidateBlocks(connection, alternatives);
  const ranks = rankedBlocks(connection, alternatives);
  let left = mostCounted;
  for (const each of listed) {
    const { ref } = each;
    const row = rows.get(rowKey(each));
    if (row?.revision !== ref.revision || (row.isMasked && query.isSecret)) {
      yield { listed: each };
      continue;
    }
    const { said, rest } = blocks.get(row.id) ?? { said: [], rest: [] };
    const wanted = isSaidOnly ? said : [...said, ...rest];
    const parts: { number: number; part: FoundPart }[] = [];
    const isOwn = (part: PartLabel) => isWanted(part, ref);
    for (const { number, label, found } of foundParts(connection, wanted, finder, isOwn))
      parts.push({ number, part: withLines(label, found) });
    let elsewhere = 0;
    let counted = 0;
    if (isElsewhere)
      for (; left > 0 && counted < rest.length; counted++) {
        const next = rest.slice(counted, counted + 1);
        for (const { bytes } of next) left -= bytes;
        const isOther = (part: PartLabel) => isElsewhere(part, ref);
        for (const _ of foundParts(connection, next, finder, isOther)) elsewhere++;
      }
    yield {
      listed: each,
      kept: {
        session: JSON.parse(row.facts) as KeptFacts,
        parts: parts.sort((a, b) => a.number - b.number).map(({ part }) => part),
        elsewhere,
        isUncounted: isElsewhere !== undefined && counted < rest.length,
        ...bestRank(said, ranks),
      },
    };
  }
}

/** A part whose lines are counted or made when they are wanted. */
function withLines(part: PartLabel, found: FoundText): FoundPart {
  return {
    part,
    get count() {
      return found.count();
    },
    get lines() {
      return found.lines();
    },
  };
}

function bestRank(
  said: readonly { id: number }[],
  ranks: ReadonlyMap<number, number>,
): { rank?: number } {
  const known = said.map(({ id }) => ranks.get(id)).filter((rank) => rank !== undefined);
  return known.length > 0 ? { rank: Math.min(...known) } : {};
}
