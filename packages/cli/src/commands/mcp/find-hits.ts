import { type ListedSession, present } from "@chatexport/core";
import type { SessionPart } from "@chatexport/document/search";
import type { FoundIn, FoundSession, Hit } from "@chatexport/mcp";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import { patternOf, requiredWords } from "../../host/text-search/pattern.js";
import { type SessionHits, searchSessions } from "../search/search-sessions.js";
import { labelOf } from "../search/terminal-hits.js";
import { wantedParts } from "../search/wanted-parts.js";

/** A session in which something was found, with what decides how far up it stands. */
interface Ranked extends FoundSession {
  /** How many of the words the best of its parts has. */
  words: number;
}

/** In which sessions a text is; where it is nowhere as it was written, in which most of its words are. */
export async function findHits(
  query: string,
  everything: boolean,
  limit: number,
  sessions: readonly ListedSession[],
  run: Run,
): Promise<Omit<FoundIn, "coverage">> {
  const pattern = patternOf(query, "query");
  const words = query.split(/\s+/).filter((word) => word !== "");
  const whole = await rankedFor(pattern.expression, await requiredWords(pattern), []);
  const isSplit = whole.length === 0 && pattern.isLiteral && words.length > 1;
  const each = words.map((word) => patternOf(word.toLowerCase(), "query").expression);
  const ranked = isSplit
    ? await rankedFor(new RegExp(each.map(({ source }) => source).join("|"), "gi"), [], each)
    : whole;
  // Sessions come with the newest first, and stay so where they have as many words.
  ranked.sort((one, other) => other.words - one.words);
  const found = ranked.slice(0, limit);
  const refs = await maskedRefs(
    found.map(({ ref }) => ref),
    run.redaction,
  );
  return {
    found: found.map((each, index) => ({ ...each, ref: refs[index] ?? each.ref })),
    total: ranked.length,
    isOfWords: isSplit && ranked.length > 0,
  };

  async function rankedFor(
    expression: RegExp,
    needed: readonly string[],
    counted: readonly RegExp[],
  ): Promise<Ranked[]> {
    const parts = wantedParts({ all: everything });
    const wanted = { expression, words: needed, parts };
    const ranked: Ranked[] = [];
    for await (const { found } of searchSessions(sessions, wanted, run.messages.progress(), run))
      if (found) ranked.push(rankedOf(found, counted));
    return ranked;
  }
}

/** What was found in a session, the parts with the most words first. */
function rankedOf({ ref, parts }: SessionHits, counted: readonly RegExp[]): Ranked {
  const hits: (Hit & { words: number })[] = [];
  for (const { part, lines } of parts) {
    const words = counted.filter((word) => part.texts.some((text) => text.search(word) !== -1));
    for (const { text } of lines) hits.push({ ...hitOf(part, text), words: words.length });
  }
  hits.sort((one, other) => other.words - one.words);
  return { ref, hits, count: hits.length, words: hits[0]?.words ?? 0 };
}

function hitOf(part: SessionPart, text: string): Hit {
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
