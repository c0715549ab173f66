import type { ListedSession, Session } from "@chatexport/core";
import type { SelectionOptions } from "../options.js";
import type { Run } from "../run.js";
import { attempt } from "../search/attempt.js";
import { loadCandidate } from "../search/candidate.js";
import { isIn } from "../search/found-lines.js";
import { patternOf } from "../search/pattern.js";
import { requiredWords } from "../search/required-words.js";
import { partsOf } from "../search/session-parts.js";
import { shownProjects, watched } from "../watched-sessions.js";
import { modelFilter } from "./model-filter.js";

/** What a session must hold: `--grep` and `--model`. */
export interface ContentFilter {
  /** The options that say so. */
  options: (keyof SelectionOptions)[];
  /** Words that it must hold; see `requiredWords`. */
  words: readonly string[];
  matches(session: Session): boolean;
}

/** What the user asks of the content of sessions, if anything. Throws a usage error for a wrong `--grep`. */
export async function contentFilter({
  grep,
  model,
}: Pick<SelectionOptions, "grep" | "model">): Promise<ContentFilter | undefined> {
  const filters: ContentFilter[] = [];
  if (grep !== undefined) filters.push(await textFilter(grep));
  if (model !== undefined) filters.push(await modelFilter(model));
  if (filters.length === 0) return undefined;
  return {
    options: filters.flatMap(({ options }) => options),
    words: filters.flatMap(({ words }) => words),
    matches: (session) => filters.every((filter) => filter.matches(session)),
  };
}

/**
 * The first so many sessions that match, in the order given. They are loaded one at a time; one that
 * cannot be is reported and left out.
 */
export async function filterByContent(
  listed: readonly ListedSession[],
  { words, matches }: ContentFilter,
  limit: number | undefined,
  { messages, redaction, report, signal }: Run,
): Promise<ListedSession[]> {
  const matching: ListedSession[] = [];
  const run = {
    signal,
    // Who loads them again will report what is wrong in them.
    report: (diagnostic: Parameters<typeof report>[0]) => {
      if (diagnostic.code === "session-failed") report(diagnostic);
    },
  };
  const projects = await shownProjects(listed, redaction);
  for (const each of watched(listed, messages.progress(), projects)) {
    if (signal.aborted) break;
    const look = async () => {
      const session = await loadCandidate(each, words, run);
      return session !== undefined && matches(session);
    };
    if (await attempt(each, look, run)) matching.push(each);
    if (matching.length === limit) break;
  }
  return matching;
}

async function textFilter(source: string): Promise<ContentFilter> {
  const pattern = patternOf(source, "--grep");
  return {
    options: ["grep"],
    words: await requiredWords(pattern),
    matches(session) {
      for (const { texts } of partsOf(session))
        if (texts.some((text) => isIn(text, pattern.expression))) return true;
      return false;
    },
  };
}
