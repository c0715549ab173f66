import { shortIds } from "@chatexport/archive/names";
import { safeLine } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { type FoundSessions, findSessions } from "../../host/selection/find-sessions.js";
import { type Pattern, patternOf, requiredWords } from "../../host/text-search/pattern.js";
import type { OptionsOf } from "../../options/option-table.js";
import type { FoundPart } from "./found-parts.js";
import { printerFor } from "./print-hits.js";
import { partFilter, searchSessions, type Wanted } from "./search-sessions.js";

/** Prints where a text, or a regular expression, stands in the sessions; resolves to the exit code. */
export async function search(options: OptionsOf<"search">, text: string): Promise<number> {
  const pattern = patternOf(text, "<text>");
  const { expression } = pattern;
  const isWanted = partFilter(options);
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  return withSources(options, async (sources) => {
    // The newest sessions are those in which something is found.
    const { limit, ...choice } = options;
    const found = await findSessions(sources, choice, run);
    if (run.signal.aborted) return interrupted;
    const wanted = { expression, words: await requiredWords(pattern), isWanted };
    const counts = await printHits(found, wanted, options, run);
    if (!options.json || counts.hits === 0) await printCounts(counts, found, pattern, run);
    // Warnings about the sessions that were searched do not concern the user of a search.
    const diagnostics =
      options.verbose || options.notes
        ? run.diagnostics
        : run.diagnostics.filter(({ severity }) => severity === "error");
    await printProblems({ ...run, diagnostics }, options);
    if (run.signal.aborted) return interrupted;
    return found.complete && !hasErrors(run) ? 0 : 1;
  });
}

/** What was found so far. */
interface Counts {
  hits: number;
  sessions: number;
  /** The limit was reached before all sessions were searched. */
  isLimited: boolean;
}

async function printHits(
  { all, selected }: FoundSessions,
  wanted: Wanted,
  options: OptionsOf<"search">,
  run: Run,
): Promise<Counts> {
  const counts: Counts = { hits: 0, sessions: 0, isLimited: false };
  const print = printerFor(options, shortIds(all.map(({ ref }) => ref)));
  const progress = run.messages.progress();
  for await (const found of searchSessions(selected, wanted, progress, run)) {
    progress.clear();
    await print({ ...found, parts: counted(found.parts, counts) });
    counts.sessions++;
    if (counts.sessions === options.limit) {
      counts.isLimited = found.ref !== selected.at(-1)?.ref;
      break;
    }
  }
  return counts;
}

/** Hands parts on and counts the lines in them. */
function* counted(parts: Iterable<FoundPart>, counts: Counts): Generator<FoundPart> {
  for (const part of parts) {
    counts.hits += part.lines.length;
    yield part;
  }
}

async function printCounts(
  { hits, sessions, isLimited }: Counts,
  { selected, complete }: FoundSessions,
  { source, isLiteral, ignoresCase }: Pattern,
  { messages, redaction, signal }: Run,
): Promise<void> {
  const { dim } = messages.colors;
  const all = plural(selected.length, "session");
  if (signal.aborted) messages.say("Interrupted before all sessions were searched.");
  if (hits > 0) {
    const of =
      selected.length > sessions && !isLimited ? ` of ${formatCount(selected.length)}` : "";
    const rest = isLimited ? "; --limit left out older ones" : "";
    const where = `${plural(hits, "hit")} in ${plural(sessions, "session")}${of}`;
    messages.say(dim(`${where} (times in UTC)${rest}`));
  } else if (!signal.aborted && complete && selected.length > 0) {
    const [shown = ""] = await redaction.texts([source]);
    const what = isLiteral ? `says '${safeLine(shown)}'` : `matches ${safeLine(shown)}`;
    const hint = " A text without capitals, or a /regex/i, is found in any case.";
    messages.say(`Nothing in ${all} ${what}.${ignoresCase ? "" : hint}`);
  }
}
