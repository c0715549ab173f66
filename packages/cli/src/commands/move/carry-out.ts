import { defined, present } from "@chatexport/core";
import {
  apply,
  type KeptMove,
  lastUndoable,
  MoveError,
  type Outcome,
  type Plan,
  type PlanOptions,
  plan,
  planData,
  undo,
} from "@chatexport/relocate";
import { plural } from "@chatexport/sink-terminal/format";
import { shortPath } from "../../host/files/paths.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPrompts } from "../../terminal/prompts.js";
import { commandLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";
import { canAsk, stdoutStyle } from "../../terminal/text-style.js";
import { outcomeText, planPage, stepTexts } from "./move-texts.js";

type MoveRun = Pick<Run, "messages" | "signal">;

/** Plans a move, shows it, asks, and carries it out; resolves to the exit code. */
export async function carryOut(
  from: string,
  to: string,
  options: OptionsOf<"move">,
  run: MoveRun,
): Promise<number> {
  const planned = await plan(from, to, planOptions(options));
  if (!options.json)
    await writeStdout(planPage(planned, options.verbose === true, stdoutStyle(options.color)));
  if (options.dryRun) {
    if (options.json) await writeStdout(`${jsonLine({ plan: planData(planned) })}\n`);
    else run.messages.say("Dry run: nothing was changed.");
    return 0;
  }
  refuseNothing(planned);
  if (!(await ask("Go ahead?", options, run))) {
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

function planOptions({
  home,
  sessionsOnly,
  claudeOnly,
  cursorOnly,
}: OptionsOf<"move">): PlanOptions {
  return present({
    home,
    sessionsOnly,
    only: claudeOnly ? (["claude"] as const) : cursorOnly ? (["cursor"] as const) : undefined,
  });
}

/** A move that would do nothing was meant otherwise. */
function refuseNothing({ move, folder, stores }: Plan): void {
  const isEmpty = stores.every(({ rewrites, renames }) => rewrites.length + renames.length === 0);
  if (isEmpty && folder === "stays")
    throw new CliError(
      1,
      `No tool knows a project at ${move.from}; chatexport list shows the projects they know.`,
    );
}

/** Sets the last move back after asking; resolves to the exit code. */
export async function setBack(options: OptionsOf<"move">, run: MoveRun): Promise<number> {
  const last = lastUndoable(options);
  if (!last) throw new CliError(1, "There is no move to undo.");
  const { id, time, from, to } = last;
  const what = `the move of ${shortPath(from)} to ${shortPath(to)} of ${time.slice(0, 10)}`;
  if (options.dryRun) {
    if (options.json) await writeStdout(`${jsonLine({ undo: { id, time, from, to } })}\n`);
    else run.messages.say(`Dry run: this would undo ${what}.`);
    return 0;
  }
  if (!(await ask(`Undo ${what}?`, options, run))) {
    run.messages.say("Nothing was changed.");
    return 1;
  }
  try {
    await undo({ ...options, id, signal: run.signal });
  } catch (cause) {
    throw cause instanceof MoveError && cause.code === "changed"
      ? new CliError(1, goneOn(cause, last, options), cause)
      : cause;
  }
  if (options.json) await writeStdout(`${jsonLine({ undone: { id, time, from, to } })}\n`);
  else run.messages.say("Everything is as it was before the move.");
  return 0;
}

/** The tools have gone on since, so that what they wrote would be lost. */
function goneOn({ paths }: MoveError, { from, to }: KeptMove, { home }: OptionsOf<"move">): string {
  const [first = ""] = paths;
  const others = paths.length > 1 ? ` and ${plural(paths.length - 1, "other")}` : "";
  const changed = `The tools have written since that move: undoing it would lose changes in ${shortPath(first)}${others}. Nothing was changed.`;
  const back = commandLine(["move", to, from], defined({ home }));
  return back === undefined ? changed : `${changed} To move everything back as it is now: ${back}`;
}

/** Whether the user wants what was shown; throws a usage error where there is no terminal to ask at. */
async function ask(
  question: string,
  { yes }: OptionsOf<"move">,
  { messages, signal }: MoveRun,
): Promise<boolean> {
  if (yes) return true;
  if (!canAsk())
    throw usageError("move asks first, and there is no terminal to ask at: add --yes to go ahead.");
  const prompts = await openPrompts(messages.colors.isColorSupported, signal);
  return (await prompts.confirm(question)) === true;
}
