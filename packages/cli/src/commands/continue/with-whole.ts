import { changeStores } from "../../host/changes/change-stores.js";
import { isNoNote, printProblems } from "../../host/problems.js";
import { interrupted, type Run, startRun } from "../../host/run.js";
import { type FoundSession, findOne } from "../../host/selection/find-one.js";
import type { OptionsOf } from "../../options/option-table.js";

/**
 * Does some work with the session that a part of its id or `latest` names, with nothing hidden or masked: it goes
 * back to the person whose it is. Resolves to the exit code.
 */
export async function withWhole(
  { json, dryRun, ...options }: OptionsOf<"restore">,
  id: string,
  work: (session: NonNullable<FoundSession["session"]>, run: Run) => Promise<number>,
): Promise<number> {
  const whole = { ...options, redact: false };
  const run = await startRun(whole);
  return changeStores({ ...(dryRun && { dryRun }) }, run, async () => {
    const found = await findOne(whole, id, run);
    if (run.signal.aborted) return interrupted;
    const exitCode = found.session ? await work(found.session, run) : 1;
    await printProblems(run, options, isNoNote);
    return exitCode;
  });
}
