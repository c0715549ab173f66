import { type KeptMove, listMoves, MoveError, undo } from "@chatexport/relocate";
import { CliError } from "../cli-error.js";
import { jsonLine } from "../json-text.js";
import { plural } from "../numbers.js";
import type { MoveOptions } from "../options.js";
import { commandLine } from "../own-command-line.js";
import { shortPath } from "../terminal/short-path.js";
import { writeStdout } from "../terminal/stdout.js";
import { ask } from "./ask.js";
import type { MoveRun } from "./carry-out.js";

/** Sets the last move back after asking; resolves to the exit code. */
export async function setBack(options: MoveOptions, run: MoveRun): Promise<number> {
  const last = listMoves(options).findLast(({ phase }) => phase === "done");
  if (!last) throw new CliError(1, "There is no move that could be set back.");
  const { id, time, from, to } = last;
  const what = `the move of ${shortPath(from)} to ${shortPath(to)} of ${time.slice(0, 10)}`;
  if (options.dryRun) {
    if (options.json) await writeStdout(`${jsonLine({ undo: { id, time, from, to } })}\n`);
    else run.messages.say(`This would set back ${what}. Nothing was changed: this is a dry run.`);
    return 0;
  }
  if (!(await ask(`Set back ${what}?`, options, run))) {
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
function goneOn({ paths }: MoveError, { from, to }: KeptMove, { home }: MoveOptions): string {
  const [first = ""] = paths;
  const others = paths.length > 1 ? ` and ${plural(paths.length - 1, "other")}` : "";
  const changed = `The stores have gone on since that move: ${shortPath(first)}${others} would lose what was written. Nothing was changed.`;
  const back = commandLine(["move", to, from], home === undefined ? {} : { home });
  return back === undefined ? changed : `${changed} To move everything back as it is now: ${back}`;
}
