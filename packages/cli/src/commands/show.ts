import type { Diagnostic, Session } from "@chatexport/core";
import { usageError } from "../cli-error.js";
import { warnOfNoEffect } from "../no-effect.js";
import type { ShowOptions } from "../options.js";
import { chosenSinks } from "../plugins/chosen.js";
import { refuseStrays } from "../plugins/strays.js";
import { withSources } from "../plugins/with-sources.js";
import { tellProblems } from "../problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../run.js";
import { findSessions } from "../selection/find-sessions.js";
import { formOf } from "../show/forms.js";
import { loadOne } from "../show/load-one.js";
import { writeOut } from "../show/write-out.js";

/** The word that means the newest session. */
const latest = "latest";

/** Shows one session; resolves to the exit code. */
export async function show(options: ShowOptions, id: string): Promise<number> {
  if (id === "") throw usageError("'' names no session: write a part of its id, or latest.");
  await refuseStrays(options, options.to ? await chosenSinks(options) : []);
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
  await tellProblems({ ...run, diagnostics: worthTelling(run, session, options) }, options);
  const isDone = session !== undefined || (id === latest && found.selected.length === 0);
  return isDone && found.complete && !hasErrors(run) ? 0 : 1;
}

/** What concerns somebody who wants to read one session: no notes, and nothing about other sessions. */
function worthTelling(
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
