import { safeLine } from "@chatexport/core";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { whoseCommit, whoseLines } from "./answers.js";
import { findWorks, type Search } from "./find-works.js";
import { reportOf } from "./report.js";
import { reportText } from "./report-text.js";
import { targetOf, withGitErrors } from "./wanted-target.js";

/** Prints which session wrote a line, a file or a commit; resolves to the exit code. */
export async function why(options: OptionsOf<"why">, word: string): Promise<number> {
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  return withGitErrors(word, async () => {
    const target = await targetOf(word, run.signal);
    const { repository } = target;
    return withSources(options, async (sources) => {
      const { all, selected, complete } = await findSessions(sources, options, run);
      const isAnyFolder = options.project !== undefined;
      const find = (search: Search) =>
        findWorks(selected, { ...search, repository, isAnyFolder }, run);
      const answer = await ("commit" in target
        ? whoseCommit(target.commit, repository, find)
        : whoseLines(target, find));
      if (run.signal.aborted) return interrupted;
      const report = await reportOf(answer, target, selected.length, run);
      const shortId = idBeginnings(all.map(({ ref }) => ref));
      await writeStdout(
        options.json ? jsonLine(report) : reportText(report, safeLine(word), shortId, options),
      );
      await printProblems(run, options, isError);
      return complete && !hasErrors(run) ? 0 : 1;
    });
  });
}
