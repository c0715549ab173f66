import { safeLine } from "@chatexport/core";
import { type Query, queryOf, type SearchIndex } from "@chatexport/search-index";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { type FoundSessions, findSessions } from "../../host/selection/find-sessions.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import { givenAlternatives } from "../../host/text-search/pattern.js";
import { currentIndex } from "../../host/text-search/session-index.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { canAsk } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { printerFor } from "./print-hits.js";
import { sessionPrinterFor } from "./print-sessions.js";
import { searchSessions, type Wanted } from "./search-sessions.js";
import { wantedParts } from "./wanted-parts.js";

/**
 * Prints where texts or regular expressions are found in the sessions, or asks for them at a terminal; resolves to the
 * exit code.
 */
export async function search(options: OptionsOf<"search">, ...texts: string[]): Promise<number> {
  if (texts.length === 0 && !options.json && canAsk())
    return (await import("./find.js")).find(options);
  if (texts.length === 0)
    throw usageError("search needs what to look for: chatexport search 'rate limit'.");
  const alternatives = givenAlternatives(texts, "<text>");
  const parts = wantedParts(options);
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  return withSources(options, async (sources) => {
    // What is limited are hits, not sessions.
    const { limit, ...choice } = options;
    const found = await findSessions(sources, choice, run);
    if (run.signal.aborted) return interrupted;
    const index = await currentIndex(sources, found, options, run);
    try {
      if (run.signal.aborted) return interrupted;
      const { context } = options;
      const wanted = { query: await queryOf(alternatives), parts, context };
      const counts = await printHits(found, wanted, index, options, run);
      if (!options.json || counts.hits === 0)
        await printCounts(counts, found, wanted.query, options, run);
    } finally {
      index?.close();
    }
    // Warnings about the sessions that were searched do not concern the user of a search.
    await printProblems(run, options, isError);
    if (run.signal.aborted) return interrupted;
    return found.complete && !hasErrors(run) ? 0 : 1;
  });
}

/** The counts of a search. */
interface Counts {
  /** With `--sessions-with-matches` these are the sessions. */
  hits: number;
  sessions: number;
  /** Parts that `--all` would add. */
  elsewhere: number;
  /** It may add more than these. */
  isUncounted: boolean;
  /** The number of hits that were shown; undefined where that is all. */
  shown?: number;
}

async function printHits(
  { all, selected }: FoundSessions,
  wanted: Wanted,
  index: SearchIndex | undefined,
  options: OptionsOf<"search">,
  run: Run,
): Promise<Counts> {
  const counts: Counts = { hits: 0, sessions: 0, elsewhere: 0, isUncounted: false };
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const shortId = idBeginnings(all.map(({ ref }) => ref));
  const printer = options.sessionsWithMatches
    ? sessionPrinterFor(options, shortId)
    : printerFor(options, shortId, selected.length === 1);
  const progress = run.messages.progress();
  const searched = searchSessions(selected, wanted, index, progress, run);
  for await (const { found, elsewhere, isUncounted = false } of searched) {
    counts.elsewhere += elsewhere;
    counts.isUncounted ||= isUncounted;
    if (!found) continue;
    progress.clear();
    counts.sessions++;
    counts.hits += await printer.add(found, limit - counts.hits);
    // An unranked search ends here, without a count of the rest.
    if (printer.isStream && counts.hits >= limit) return { ...counts, shown: counts.hits };
  }
  const shown = await printer.end(limit, run);
  return shown < counts.hits ? { ...counts, shown } : counts;
}

async function printCounts(
  { hits, sessions, elsewhere, isUncounted, shown }: Counts,
  { selected, complete }: FoundSessions,
  { alternatives }: Query,
  options: OptionsOf<"search">,
  { messages, redaction, signal }: Run,
): Promise<void> {
  const { dim } = messages.colors;
  if (signal.aborted) messages.say("Interrupted before all sessions were searched.");
  const places = "in tool calls, files and reasoning";
  if (hits > 0) {
    const of = selected.length > sessions ? `${formatCount(sessions)} of ` : "";
    const count = options.sessionsWithMatches ? "" : `${plural(hits, "hit")} in `;
    const where = `${count}${of}${plural(selected.length, "session")} (times in ${zoneOf(options)})`;
    const limited = shown === undefined ? "" : "; --limit left out others";
    const least = isUncounted ? "at least " : "";
    const more =
      elsewhere > 0 && shown === undefined
        ? `; --all adds ${least}${formatCount(elsewhere)} ${places}`
        : "";
    messages.say(dim(`${where}${limited}${more}`));
  } else if (!signal.aborted && complete && selected.length > 0) {
    const what = await whatIsIn(alternatives, redaction);
    const where = plural(selected.length, "session");
    const cases = alternatives.flat().every(({ ignoresCase }) => ignoresCase)
      ? ""
      : " A text without capitals, or a /regex/i, is found in any case.";
    const least = isUncounted ? "at least " : "";
    const others = isUncounted ? ` --all may find it ${places}.` : cases;
    const hint =
      elsewhere > 0
        ? ` --all finds it at ${least}${plural(elsewhere, "place")} ${places}.`
        : others;
    messages.say(`Nothing in ${where} ${what}.${hint}`);
  }
}

/** "contains 'a'", "matches /b/i", "contains 'a' and /b/i, or 'c'": what was looked for, masked. */
async function whatIsIn(
  alternatives: Query["alternatives"],
  { texts }: Run["redaction"],
): Promise<string> {
  const named = alternatives.map(async (terms) => {
    const sources = await texts(terms.map(({ source }) => source));
    return terms.map(({ isLiteral }, index) => {
      const source = safeLine(sources[index] ?? "");
      return isLiteral ? `'${source}'` : source;
    });
  });
  const all = (await Promise.all(named)).map((names) => names.join(" and "));
  const isExpression = alternatives.flat().every(({ isLiteral }) => !isLiteral);
  return `${isExpression ? "matches" : "contains"} ${all.join(", or ")}`;
}
