import { type Diagnostic, type ListedSession, loadSessions, type Session } from "@chatexport/core";
import { chosenSinks } from "../../host/plugins/choose-plugins.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun, warnOfNoEffect } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import type { ShowOptions } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { formOf } from "./forms.js";
import { writeOut } from "./pager.js";

/** The word that means the newest session. */
const latest = "latest";

/** Shows one session; resolves to the exit code. */
export async function show(options: ShowOptions, id: string): Promise<number> {
  if (id === "") throw usageError("'' names no session: write a part of its id, or latest.");
  await refuseUnusedOptions(options, options.to ? await chosenSinks(options) : []);
  const form = await formOf(options);
  const run = await startRun(options);
  warnOfNoEffect(form.ignored, form.name, run.messages);

  const wanted = id === latest ? { limit: 1 } : { id };
  const { found, session } = await withSources(options, async (sources) => {
    const found = await findSessions(sources, { ...options, ...wanted }, run);
    if (found.all.length > 0 && !found.complete && id !== latest)
      run.messages.say("chatexport list shows all ids; latest is the newest session.");
    return { found, session: await loadOne(found.selected[0], run) };
  });
  if (run.signal.aborted) return interrupted;
  if (session && !(await writeOut(() => form.pieces(session), form, run))) return interrupted;
  await printProblems({ ...run, diagnostics: relevantDiagnostics(run, session, options) }, options);
  const isDone = session !== undefined || (id === latest && found.selected.length === 0);
  return isDone && found.complete && !hasErrors(run) ? 0 : 1;
}

/** The diagnostics for the reader of one session: no notes, and nothing about other sessions. */
function relevantDiagnostics(
  { diagnostics }: Run,
  shown: Session | undefined,
  { verbose }: ShowOptions,
): Diagnostic[] {
  if (verbose) return diagnostics;
  return diagnostics.filter(
    ({ severity, session }) =>
      severity === "error" ||
      (severity === "warning" && (session === undefined || session === shown?.id)),
  );
}

/** A session as it may be shown; undefined when there is none or it cannot be loaded, which was reported. */
async function loadOne(listed: ListedSession | undefined, run: Run): Promise<Session | undefined> {
  if (!listed) return undefined;
  const progress = run.messages.progress();
  progress.update("Reading the session …");
  try {
    const { transforms } = run.content;
    for await (const { session } of loadSessions([listed], { ...run, transforms })) return session;
    return undefined;
  } finally {
    progress.end();
  }
}
