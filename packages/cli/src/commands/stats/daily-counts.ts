import { contextFor, type Diagnostic, type Source } from "@chatexport/core";
import { sourceFailed } from "../../diagnostics.js";
import type { Run } from "../../host/run.js";
import type { CommonOptions } from "../../options/option-table.js";
import { dayOf } from "../../options/parse-words.js";
import type { StatsReport } from "./stats-report.js";

/**
 * What the tools themselves counted, the newest day first. They count all that is done on a machine,
 * so there is nothing to say when sessions are chosen by anything but time.
 */
export async function dailyCountsOf(
  sources: readonly Source[],
  options: CommonOptions,
  run: Pick<Run, "diagnostics" | "report" | "signal">,
): Promise<StatsReport["dailyCounts"]> {
  if (isChosen(options)) return undefined;
  const { since, until } = options;
  const [first, last] = [since, until].map((end) => (end === undefined ? undefined : dayOf(end)));
  const all: NonNullable<StatsReport["dailyCounts"]> = [];
  for (const source of sources) {
    const counted = await countsOf(source, run);
    all.push(...counted.reverse().map((counts) => ({ source: source.name, ...counts })));
  }
  const within = all.filter(({ day }) => day >= (first ?? day) && day <= (last ?? day));
  return within.length > 0 ? within : undefined;
}

function isChosen({ project, session, grep, model, archived, limit }: CommonOptions): boolean {
  return [project, session, grep, model, archived, limit].some((choice) => choice !== undefined);
}

async function countsOf(
  source: Source,
  { diagnostics, report, signal }: Pick<Run, "diagnostics" | "report" | "signal">,
) {
  const reportNew = (diagnostic: Diagnostic) => {
    // Most of what cannot be read was reported when the sessions were listed.
    if (!diagnostics.some((known) => isSame(known, diagnostic))) report(diagnostic);
  };
  const context = contextFor({ report: reportNew, signal }, { source: source.name });
  try {
    return [...((await source.dailyCounts?.(context)) ?? [])];
  } catch (cause) {
    context.report(sourceFailed(source.name, "say what was counted by day", cause));
    return [];
  }
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.origin?.path === b.origin?.path && a.origin?.at === b.origin?.at;
}
