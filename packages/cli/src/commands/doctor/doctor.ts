import type { Source } from "@chatexport/core";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseStrays } from "../../host/plugins/plugin-settings.js";
import { interrupted, type Run, startRun } from "../../host/run.js";
import type { DoctorOptions } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { examine } from "./examine.js";
import { reportText } from "./report.js";
import { unknownNamesReport } from "./unknown-names.js";

/** Says what is stored where, what is wrong and what will be deleted; resolves to the exit code. */
export async function doctor(options: DoctorOptions): Promise<number> {
  await refuseStrays(options);
  const run = await startRun(options);
  return withSources(options, (sources) =>
    options.schema
      ? unknownNamesReport(sources, options, run)
      : findingsReport(sources, options, run),
  );
}

async function findingsReport(
  sources: readonly Source[],
  options: DoctorOptions,
  run: Run,
): Promise<number> {
  const findings = await examine(sources, options, run);
  if (!findings) return interrupted;
  for (const sentence of findings.unmet) run.messages.warn("error", sentence);
  const style = stdoutStyle(options.color);
  await writeStdout(
    options.json ? `${jsonLine(findings)}\n` : reportText(findings, options, style),
  );
  return findings.fine ? 0 : 1;
}
