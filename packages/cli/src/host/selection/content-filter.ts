import { allMessages, type ListedSession, type Session, withSubagents } from "@chatexport/core";
import type { SelectionOptions } from "../../options/option-table.js";
import { type Run, watched } from "../run.js";
import { attempt, loadCandidate } from "../text-search/load-candidate.js";
import { modelGlob } from "./model-glob.js";

/** The content that a session must hold: `--grep` and `--model`. */
interface ContentFilter {
  /** The options that say so. */
  options: (keyof SelectionOptions)[];
  /** Words that it must hold; see `requiredWords`. */
  words: readonly string[];
  matches(session: Session): boolean;
}

/**
 * The user's filter of the content of sessions, if any. Throws a usage error for a wrong `--grep`.
 */
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

/** The first so many sessions that match, loaded one at a time; reports those that cannot be. */
export async function filterByContent(
  listed: readonly ListedSession[],
  { words, matches }: ContentFilter,
  limit: number | undefined,
  { messages, redaction, report, signal }: Run,
): Promise<ListedSession[]> {
  const matching: ListedSession[] = [];
  const run = {
    signal,
    // The command loads them again, and reports then what is wrong in them.
    report: (diagnostic: Parameters<typeof report>[0]) => {
      if (diagnostic.code === "session-failed") report(diagnostic);
    },
  };
  for (const each of await watched(listed, { messages, redaction })) {
    if (signal.aborted) break;
    const look = async () => {
      const session = await loadCandidate(each, [words], run);
      return session !== undefined && matches(session);
    };
    if (await attempt(each, look, run)) matching.push(each);
    if (matching.length === limit) break;
  }
  return matching;
}

async function textFilter(source: string): Promise<ContentFilter> {
  const { givenPattern } = await import("../text-search/pattern.js");
  const pattern = givenPattern(source, "--grep");
  const { isIn, partsOf } = await import("@chatexport/document/search");
  const { requiredWords } = await import("@chatexport/search-index");
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

/** Sessions in which a model of such a name answered, to the user or in a sub-agent; case does not count. */
async function modelFilter(wanted: string): Promise<ContentFilter> {
  const isWanted = await nameFilter(wanted);
  const { wordsIn } = await import("@chatexport/search-index");
  return {
    options: ["model"],
    // What must be in the name in any case; in other globs than these that is not plain to see.
    words: /[[\]{}()!+@\\]/.test(wanted) ? [] : wordsIn(wanted),
    matches(session) {
      for (const each of withSubagents(session)) if (modelsOf(each).some(isWanted)) return true;
      return false;
    },
  };
}

async function nameFilter(wanted: string): Promise<(model: string) => boolean> {
  if (!/[*?[\]{}()!]/.test(wanted)) {
    const part = wanted.toLowerCase();
    return (model) => model.toLowerCase().includes(part);
  }
  return modelGlob(wanted);
}

function modelsOf(session: Session): string[] {
  const models = [session.model, ...Array.from(allMessages(session), ({ model }) => model)];
  return [...new Set(models.filter((model) => model !== undefined))];
}
