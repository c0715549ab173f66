import { present, type Source } from "@chatexport/core";
import { jsonLine } from "../json-text.js";
import type { StatsOptions } from "../options.js";
import { refuseStrays } from "../plugins/strays.js";
import { withSources } from "../plugins/with-sources.js";
import { tellProblems } from "../problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../run.js";
import { findSessions } from "../selection/find-sessions.js";
import { countSessions } from "../stats/count-sessions.js";
import { dailyCountsOf } from "../stats/daily-counts.js";
import { reportOf, type StatsReport } from "../stats/report.js";
import { hintFor } from "../stats/sections.js";
import { statsAsText } from "../stats/text.js";
import { writeStdout } from "../terminal/stdout.js";
import { stdoutStyle } from "../terminal/text-style.js";

/** Counts what is in the sessions of the stores; resolves to the exit code. */
export async function stats(options: StatsOptions): Promise<number> {
  await refuseStrays(options);
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
  await tellProblems(run, options);
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
