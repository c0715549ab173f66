import { defined } from "@chatexport/core";
import { ChangeError, type KeptTransaction, undo } from "@chatexport/relocate";
import { plural } from "@chatexport/sink-terminal/format";
import { ask } from "../../host/changes/ask.js";
import { changeName } from "../../host/changes/change-texts.js";
import { shortPath } from "../../host/files/paths.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { shownDay } from "../../terminal/session-table.js";
import { commandLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";

type Options = Omit<OptionsOf<"undo">, "list">;

/** Undoes a change after asking; resolves to the exit code. */
export async function setBack(
  change: KeptTransaction,
  options: Options,
  run: Pick<Run, "messages" | "signal">,
): Promise<number> {
  const { id, time, about } = change;
  const what = `${changeName(change)} of ${shownDay(time)}`;
  if (options.dryRun) {
    if (options.json) await writeStdout(jsonLine({ undo: factsOf(change) }));
    else run.messages.say(`Dry run: this would undo ${what}.`);
    return 0;
  }
  // Where nobody is asked, nobody has read which change it is.
  if (options.yes && !options.json) run.messages.say(`Undoing ${changeName(change)}.`);
  if (!(await ask(`Undo ${what}?`, options, run))) {
    run.messages.say("Nothing was changed.");
    return 1;
  }
  try {
    await undo({ ...options, id, signal: run.signal });
  } catch (cause) {
    throw cause instanceof ChangeError && cause.code === "changed"
      ? new CliError(1, goneOn(cause, change, options), cause)
      : cause;
  }
  if (options.json) await writeStdout(jsonLine({ undone: factsOf(change) }));
  else run.messages.say(`Everything is as it was before${about ? "" : " the move"}.`);
  return 0;
}

/** A change as programs read it. */
export function factsOf({ id, time, about, from, to }: KeptTransaction) {
  return { id, time, ...defined({ about }), from, to };
}

/** The tools have gone on since, so that what they wrote would be lost. */
function goneOn(
  { paths }: ChangeError,
  { about, from, to }: KeptTransaction,
  { home }: Options,
): string {
  const [first = ""] = paths;
  const others = paths.length > 1 ? ` and ${plural(paths.length - 1, "other")}` : "";
  const changed = `The tools have written since that ${about ? "change" : "move"}: undoing it would lose changes in ${shortPath(first)}${others}. Nothing was changed.`;
  const back = about ? undefined : commandLine(["move", to, from], defined({ home }));
  return back === undefined ? changed : `${changed} To move everything back as it is now: ${back}`;
}
