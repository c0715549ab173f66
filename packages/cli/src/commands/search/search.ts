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
import { type Printed, printerFor } from "./print-hits.js";
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
  const alternatives = givenAlternatives(texts, "The pattern");
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

/** The counts of a search; with `--sessions-with-matches` the hits are sessions. */
interface Counts extends Printed {
  sessions: number;
  /** Parts that `--all` would add. */
  elsewhere: number;
  /** It may add more than these. */
  isUncounted: boolean;
}

async function printHits(
  { all, selected }: FoundSessions,
  wanted: Wanted,
  index: SearchIndex | undefined,
  options: OptionsOf<"search">,
  run: Run,
): Promise<Counts> {
  const counts = { sessions: 0, elsewhere: 0, isUncounted: false };
  const progress = run.messages.progress();
  const style = {
    shortId: idBeginnings(all.map(({ ref }) => ref)),
    isOnlySession: selected.length === 1,
    isRanked: index !== undefined,
    progress,
  };
  const print = (options.sessionsWithMatches ? sessionPrinterFor : printerFor)(options, style);
  const inEach = async function* () {
    const searched = searchSessions(selected, wanted, index, progress, run);
    for await (const { found, elsewhere, isUncounted = false } of searched) {
      counts.elsewhere += elsewhere;
      counts.isUncounted ||= isUncounted;
      if (found) counts.sessions++;
      yield found;
    }
  };
  const printed = await print(inEach(), options.limit ?? Number.POSITIVE_INFINITY, run);
  return { ...counts, ...printed };
}

async function printCounts(
  { hits, sessions, elsewhere, isUncounted, omission }: Counts,
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
    const others = omission === undefined ? "" : `; ${omission}`;
    const least = isUncounted ? "at least " : "";
    const more =
      elsewhere > 0 && omission === undefined
        ? `; --all adds ${least}${formatCount(elsewhere)} ${places}`
        : "";
    messages.say(dim(`${where}${others}${more}`));
  } else if (!signal.aborted && complete && selected.length > 0) {
    const what = await whatIsIn(alternatives, redaction);
    const cases = alternatives.flat().every(({ ignoresCase }) => ignoresCase)
      ? ""
      : " A text without capitals, or a /regex/i, is found in any case.";
    const least = isUncounted ? "at least " : "";
    const others = isUncounted ? ` --all may find it ${places}.` : cases;
    const hint =
      elsewhere > 0
        ? ` --all finds it at ${least}${plural(elsewhere, "place")} ${places}.`
        : others;
    messages.say(`${nothingIn(plural(selected.length, "session"), options)} ${what}.${hint}`);
  }
}

/** "Nothing in 29 sessions", "Of 29 sessions, nothing that --role and --tool leave". */
function nothingIn(
  sessions: string,
  options: Pick<OptionsOf<"search">, "role" | "tool" | "file">,
): string {
  const given = (["role", "tool", "file"] as const).filter((name) => options[name] !== undefined);
  if (given.length === 0) return `Nothing in ${sessions}`;
  const flags = given.map((name) => `--${name}`).join(" and ");
  return `Of ${sessions}, nothing that ${flags} ${given.length > 1 ? "leave" : "leaves"}`;
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
