import { present, type Source } from "@chatexport/core";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import type { StatsOptions } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle, type TextStyle } from "../../terminal/text-style.js";
import { countSessions } from "./count-sessions.js";
import { dailyCountsOf } from "./daily-counts.js";
import { dailyCountsAsText } from "./daily-counts-table.js";
import { overviewOf } from "./overview.js";
import { sectionsAsText } from "./section-text.js";
import { hintFor, sectionsOf } from "./sections.js";
import { reportOf, type StatsReport } from "./stats-report.js";

/** Counts what is in the sessions of the stores; resolves to the exit code. */
export async function stats(options: StatsOptions): Promise<number> {
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  return withSources(options, (sources) => count(sources, options, run));
}

async function count(sources: readonly Source[], options: StatsOptions, run: Run): Promise<number> {
  const found = await findSessions(sources, options, run);
  if (run.signal.aborted) return interrupted;

  const span = present({ since: options.since, until: options.until });
  const statistics = await countSessions(found, span, run);
  const dailyCounts = await dailyCountsOf(sources, options, run);
  if (run.signal.aborted) {
    run.messages.say("Interrupted while counting, so nothing is printed.");
    return interrupted;
  }

  const report = await run.redaction.data(reportOf(statistics, span, dailyCounts));
  if (options.json) await writeStdout(`${jsonLine(report)}\n`);
  else if (report.total.sessions > 0) await tell(report, options, run);
  else if (found.selected.length > 0) run.messages.say("There is nothing to count.");
  await printProblems(run, options);
  return found.complete && !hasErrors(run) ? 0 : 1;
}

async function tell(
  report: StatsReport,
  { color }: StatsOptions,
  { messages }: Run,
): Promise<void> {
  const style = stdoutStyle(color);
  await writeStdout(statsAsText(report, style));
  const hint = style.columns === undefined ? undefined : hintFor(report);
  if (hint !== undefined) messages.say(`\n${messages.colors.dim(hint)}`);
}

/** Statistics for people: on a terminal with bars and what matters most, elsewhere plain and whole. */
function statsAsText(report: StatsReport, style: TextStyle): string {
  const blocks = [
    overviewOf(report, style),
    ...sectionsAsText(sectionsOf(report, style), style),
    ...dailyCountsAsText(report, style),
  ];
  return blocks.join("\n");
}
