import { type ListedSession, present } from "@chatexport/core";
import type { PartLabel } from "@chatexport/document/search";
import type { FoundIn, FoundSession, Hit } from "@chatexport/mcp";
import { type Pattern, queryOf, type SearchIndex } from "@chatexport/search-index";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import { givenAlternatives, givenPattern } from "../../host/text-search/pattern.js";
import { type SessionHits, searchSessions } from "../search/search-sessions.js";
import { labelOf } from "../search/terminal-hits.js";
import { wantedParts } from "../search/wanted-parts.js";

/** A session in which something was found. */
interface Found extends FoundSession {
  /** Those of the words that it has. */
  words: ReadonlySet<string>;
}

/** A line, with the words that it has. */
interface Line {
  hit: Hit;
  words: readonly string[];
}

/** In which sessions a text is, or one of those between which "OR" is; where it is nowhere as it was written, in which its rarest words are. */
export async function findHits(
  query: string,
  everything: boolean,
  limit: number,
  sessions: readonly ListedSession[],
  index: SearchIndex | undefined,
  run: Run,
): Promise<Omit<FoundIn, "coverage">> {
  const { isLiteral } = givenPattern(query, "query");
  const given = isLiteral ? query.trim().split(/ (OR) /) : [query];
  const words = isLiteral ? stemsOf(given.filter((text) => text !== "OR").join(" ")) : [];
  const whole = await foundWith(givenAlternatives(given, "query"), []);
  const isOfWords = whole.length === 0 && words.length > 0;
  const ranked = isOfWords
    ? byWeight(await foundWith([[givenPattern(`/${words.join("|")}/i`, "query")]], words))
    : whole;
  const found = ranked.slice(0, limit);
  const refs = await maskedRefs(
    found.map(({ ref }) => ref),
    run.redaction,
  );
  return {
    found: found.map((one, index) => ({ ...one, ref: refs[index] ?? one.ref })),
    total: ranked.length,
    isOfWords: isOfWords && ranked.length > 0,
  };

  async function foundWith(
    alternatives: readonly (readonly Pattern[])[],
    counted: readonly string[],
  ): Promise<Found[]> {
    const wanted = {
      query: await queryOf(alternatives),
      parts: wantedParts({ all: everything }),
    };
    const all: Found[] = [];
    const progress = run.messages.progress();
    for await (const { found } of searchSessions(sessions, wanted, index, progress, run))
      if (found) all.push(foundIn(found, counted));
    return all;
  }
}

/** The words of a text without their endings, so that "rounding" finds what was rounded. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]{2,}/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/(?<=.{4})(?:ing|ed|es|s)$/, "")))];
}

/** The lines of a session that were found, those with the most words first. */
function foundIn({ ref, parts }: SessionHits, counted: readonly string[]): Found {
  const lines: Line[] = [];
  for (const { part, lines: excerpts } of parts)
    for (const { text } of excerpts) {
      const lower = text.toLowerCase();
      const words = counted.filter((word) => lower.includes(word));
      lines.push({ hit: hitOf(part, text), words });
    }
  lines.sort((one, other) => other.words.length - one.words.length);
  const words = new Set(lines.flatMap(({ words }) => words));
  return { ref, hits: lines.map(({ hit }) => hit), count: lines.length, words };
}

/** The sessions with the most telling words first: a word weighs more, the fewer of them have it. */
function byWeight(found: readonly Found[]): Found[] {
  const having = new Map<string, number>();
  for (const { words } of found)
    for (const word of words) having.set(word, (having.get(word) ?? 0) + 1);
  const weightOf = ({ words }: Found) =>
    [...words].reduce((sum, word) => sum + Math.log(1 + found.length / (having.get(word) ?? 1)), 0);
  const weights = new Map(found.map((each) => [each, weightOf(each)]));
  // Sessions come with the newest first, and stay so where they weigh the same.
  return found.toSorted((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
}

function hitOf(part: PartLabel, text: string): Hit {
  const { message, role, call, subagent } = part;
  return present({
    message: message?.id,
    time: message?.createdAt,
    role: role ?? part.in,
    tool: call && labelOf(part),
    isInSubagent: subagent && true,
    text,
  });
}
