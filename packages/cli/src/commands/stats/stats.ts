import { resolve } from "node:path";
import { loadSessions, present, type Source } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { countSessions, type Statistics } from "@chatexport/document/statistics";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun, watched } from "../../host/run.js";
import { type FoundSessions, findSessions } from "../../host/selection/find-sessions.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { dailyCountsAsText, dailyCountsOf } from "./daily-counts.js";
import { type Drawing, drawingOf, type StatsOptions, writeDrawing } from "./drawing.js";
import { overviewOf, scopeOf } from "./overview.js";
import { listPrices, type Prices, pricedCost, readPrices } from "./prices.js";
import { isCut, screenOf } from "./screen.js";
import { sectionsAsText } from "./section-text.js";
import { sectionsOf } from "./sections.js";
import { numbersFor, type StatsReport } from "./stats-report.js";

/** Counts what is in the sessions of the stores; resolves to the exit code. */
export async function stats(options: StatsOptions): Promise<number> {
  const drawing = drawingOf(options);
  const prices =
    options.prices === undefined ? await listPrices() : await readPrices(options.prices);
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  const wanted = { drawing, prices };
  const tables = await tablesAmong(options);
  if (tables) return count([tables], options, run, wanted);
  return withSources(options, (sources) => count(sources, options, run, wanted));
}

/**
 * The folder of tables that `--to parquet` has written, when the roots are one: its numbers need no
 * look at texts.
 */
async function tablesAmong({ root = [], from, grep }: StatsOptions): Promise<Source | undefined> {
  if (root.length === 0) return undefined;
  const { isTables, tablesSource } = await import("@chatexport/sink-parquet/source");
  const paths = root.map((path) => resolve(path));
  const others = paths.filter((path) => !isTables(path));
  if (others.length === paths.length) return undefined;
  if (others.length > 0)
    throw usageError("Some of these roots hold tables and some do not: count them separately.");
  if (grep !== undefined)
    throw usageError(
      "--grep looks for texts, which are not read from tables: docs/tables.md has questions for them.",
    );
  return tablesSource(paths, from);
}

async function count(
  sources: readonly Source[],
  options: StatsOptions,
  run: Run,
  { drawing, prices }: { drawing: Drawing | undefined; prices: Prices },
): Promise<number> {
  const found = await findSessions(sources, options, run);
  if (run.signal.aborted) return interrupted;

  const timezone = drawing ? (options.timezone ?? "UTC") : zoneOf(options);
  const statistics = await countSelected(found, { ...options, timezone }, run);
  const dailyCounts = await dailyCountsOf(sources, { ...options, timezone }, run);
  if (run.signal.aborted) {
    run.messages.say("Interrupted while counting, so nothing is printed.");
    return interrupted;
  }

  const [since, until] = [timeOf(options.since), timeOf(options.until)];
  const report = await run.redaction.data(
    present<StatsReport>({
      ...{ since, until, ...statistics, dailyCounts },
      priced: pricedCost(statistics, prices),
    }),
  );
  const [scope = ""] = await run.redaction.texts([scopeOf(options)]);
  if (drawing) await writeDrawing(drawing, report, scope, run);
  else if (options.json) await writeStdout(jsonLine(report));
  else if (report.total.sessions > 0) await printReport(report, scope, options, run);
  else if (found.selected.length > 0) run.messages.say("There is nothing to count.");
  await printProblems(run, options, isError);
  return found.complete && !hasErrors(run) ? 0 : 1;
}

/** Loads the selected sessions one by one and counts them; when interrupted, not all of them. */
async function countSelected(
  { all, selected }: FoundSessions,
  { since, until, timezone }: StatsOptions,
  run: Run,
): Promise<Statistics> {
  const refs = all.map(({ ref }) => ref);
  const counter = countSessions(refs, present({ since, until }), timezone);
  // An archive has what its store has as well.
  const byKey = new Map(selected.toReversed().map((listed) => [sessionKey(listed.ref), listed]));
  const counted = selected.filter((listed) => byKey.get(sessionKey(listed.ref)) === listed);
  // Nothing is masked here: numbers hold no secrets.
  for await (const loaded of loadSessions(await watched(counted, run), run)) counter.add(loaded);
  return counter.result();
}

/** A span before now may begin before there were computers, where RFC 3339 has no words for it. */
function timeOf(moment = -1): string | undefined {
  return moment < 0 ? undefined : new Date(moment).toISOString();
}

/** Statistics for people: on a terminal one screen of what matters most, elsewhere plain and whole. */
async function printReport(
  report: StatsReport,
  scope: string,
  options: StatsOptions,
  { messages }: Run,
): Promise<void> {
  const { columns, colors } = stdoutStyle(options.color);
  const blocks =
    columns === undefined
      ? [overviewOf(report, scope), ...sectionsAsText(sectionsOf(report, numbersFor({})))]
      : screenOf(report, scope, { columns, colors });
  await writeStdout(
    [...blocks, ...dailyCountsAsText(report, stdoutStyle(options.color))].join("\n"),
  );
  if (columns !== undefined && isCut(report))
    messages.say(
      `\n${colors.dim("chatexport stats | less has every row, -o stats.html draws them.")}`,
    );
}
