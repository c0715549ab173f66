import { type ListedSession, present, type SessionRef } from "@chatexport/core";
import { countEach } from "@chatexport/core/read";
import type { PartLabel } from "@chatexport/document/search";
import type { FoundIn, Hit } from "@chatexport/mcp";
import { type Pattern, queryOf, type SearchIndex } from "@chatexport/search-index";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import { givenAlternatives, givenPattern } from "../../host/text-search/pattern.js";
import { type SessionHits, searchSessions } from "../search/search-sessions.js";
import { labelOf } from "../search/terminal-hits.js";
import { wantedParts } from "../search/wanted-parts.js";

/** A session in which something was found. */
interface Found {
  ref: SessionRef;
  lines: Line[];
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
    found: found.map(({ ref, lines }, index) => ({
      ref: refs[index] ?? ref,
      hits: lines.map(({ hit }) => hit),
      count: lines.length,
    })),
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

/** The lines of a session that were found, with those of the words that each has. */
function foundIn({ ref, parts }: SessionHits, counted: readonly string[]): Found {
  const lines: Line[] = [];
  for (const { part, lines: excerpts } of parts)
    for (const { text } of excerpts) {
      const lower = text.toLowerCase();
      lines.push({ hit: hitOf(part, text), words: counted.filter((word) => isIn(lower, word)) });
    }
  return { ref, lines };
}

/** Tells if a line has a word, of which a short one must begin there: "act" is not in "fact". */
function isIn(line: string, word: string): boolean {
  if (word.length > 4) return line.includes(word);
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(line.charAt(at - 1))) return true;
  return false;
}

/**
 * The sessions with the most telling words first, and so their lines: a word weighs more, the fewer sessions have it,
 * and more where it is in one line with others.
 */
function byWeight(found: readonly Found[]): Found[] {
  const wordsIn = ({ lines }: Found) => [...new Set(lines.flatMap(({ words }) => words))];
  const having = countEach(found.flatMap(wordsIn));
  const weigh = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + Math.log((found.length + 1) / (having.get(word) ?? 1)), 0);
  const weighed = found.map((each) => {
    const lines = each.lines.toSorted((one, other) => weigh(other.words) - weigh(one.words));
    const weight = weigh(wordsIn(each)) + 2 * weigh(lines[0]?.words ?? []);
    return { ref: each.ref, lines, weight };
  });
  // Sessions come with the newest first, and stay so where they weigh the same.
  return weighed.toSorted((one, other) => other.weight - one.weight);
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
