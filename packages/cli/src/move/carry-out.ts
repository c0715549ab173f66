import { present } from "@chatexport/core";
import {
  apply,
  type Outcome,
  type Plan,
  type PlanOptions,
  plan,
  planData,
} from "@chatexport/relocate";
import { CliError } from "../cli-error.js";
import { jsonLine } from "../json-text.js";
import type { MoveOptions } from "../options.js";
import { sqliteFallback } from "../plugins/sqlite-fallback.js";
import type { Messages } from "../terminal/messages.js";
import { writeStdout } from "../terminal/stdout.js";
import { stdoutStyle } from "../terminal/text-style.js";
import { ask } from "./ask.js";
import { planPage } from "./plan-page.js";
import { outcomeText, stepTexts } from "./texts.js";

/** What the parts of the command have in common. */
export interface MoveRun {
  messages: Messages;
  signal: AbortSignal;
}

/** Plans a move, shows it, asks, and carries it out; resolves to the exit code. */
export async function carryOut(
  from: string,
  to: string,
  options: MoveOptions,
  run: MoveRun,
): Promise<number> {
  const planned = await plan(from, to, planOptions(options));
  if (!options.json)
    await writeStdout(planPage(planned, options.verbose === true, stdoutStyle(options.color)));
  if (options.dryRun) {
    if (options.json) await writeStdout(`${jsonLine({ plan: planData(planned) })}\n`);
    else run.messages.say("Nothing was changed: this is a dry run.");
    return 0;
  }
  refuseNothing(planned);
  if (!(await ask("Carry this out?", options, run))) {
    run.messages.say("Nothing was changed.");
    return 1;
  }
  const outcome = await applied(planned, run);
  if (options.json) await writeStdout(`${jsonLine({ plan: planData(planned), outcome })}\n`);
  else for (const line of outcomeText(outcome, planned, options)) run.messages.say(line);
  return 0;
}

async function applied(planned: Plan, { messages, signal }: MoveRun): Promise<Outcome> {
  const progress = messages.progress();
  try {
    return await apply(planned, { signal, onStep: (step) => progress.update(stepTexts[step]) });
  } finally {
    progress.end();
  }
}

function planOptions({ home, sessionsOnly, claudeOnly, cursorOnly }: MoveOptions): PlanOptions {
  return present({
    home,
    sessionsOnly,
    sqlite: sqliteFallback(),
    only: claudeOnly ? (["claude"] as const) : cursorOnly ? (["cursor"] as const) : undefined,
  });
}

/** A move that would do nothing was meant otherwise. */
function refuseNothing({ move, folder, stores }: Plan): void {
  const isEmpty = stores.every(({ rewrites, renames }) => rewrites.length + renames.length === 0);
  if (isEmpty && folder === "stays")
    throw new CliError(
      1,
      `Nothing that the tools keep names ${move.from}: chatexport list shows the projects that they know.`,
    );
}
