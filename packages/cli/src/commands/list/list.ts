import { shortIds } from "@chatexport/archive/names";
import { present, type SessionRef } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { maskedRefs } from "../../host/content/redaction.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonList } from "../../terminal/json-text.js";
import { sessionTable } from "../../terminal/session-table.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";

/** Prints the sessions of the stores; resolves to the exit code. */
export async function list(options: OptionsOf<"list">): Promise<number> {
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  const { all, selected, complete } = await withSources(options, (sources) =>
    findSessions(sources, options, run),
  );
  if (run.signal.aborted) return interrupted;

  const refs = await maskedRefs(
    selected.map(({ ref }) => ref),
    run.redaction,
  );
  if (options.json) await writeStdout(jsonList(refs.map(jsonOf)));
  else if (refs.length > 0) {
    const shortId = shortIds(all.map(({ ref }) => ref));
    const style = stdoutStyle(options.color);
    await writeStdout(sessionTable(refs, shortId, style));
    const of = refs.length < all.length ? ` of ${formatCount(all.length)}` : "";
    const traces = refs.filter(({ trace }) => trace).length;
    const sessions = plural(refs.length - traces, "session");
    const counts =
      traces > 0 ? `${sessions} and ${plural(traces, "trace")} of deleted ones` : sessions;
    run.messages.say(run.messages.colors.dim(`${counts}${of}`));
  }
  await printProblems(run, options);
  return complete && !hasErrors(run) ? 0 : 1;
}

function jsonOf(ref: SessionRef): object {
  const { id, source, title, cwd, folders, project, branch, startedAt, updatedAt, bytes, ...rest } =
    ref;
  const { archived, unlisted, trace, expiresAt, parent, subagentCount } = rest;
  return present({
    id,
    source,
    title,
    cwd,
    folders,
    project: project?.name,
    projectPath: project?.path,
    branch,
    startedAt,
    updatedAt,
    expiresAt,
    bytes,
    archived,
    unlisted,
    trace,
    parent: parent && { id: parent.sessionId, relation: parent.relation },
    subagentCount,
  });
}
