import { localTime } from "@chatexport/core/read";
import { type KeptTransaction, listUndoable } from "@chatexport/relocate";
import { formatBytes } from "@chatexport/sink-terminal/format";
import { refuseQuestions } from "../../host/changes/ask.js";
import { changeStores } from "../../host/changes/change-stores.js";
import { changeName } from "../../host/changes/change-texts.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { interruption } from "../../terminal/interruption.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openMessages } from "../../terminal/messages.js";
import { writeStdout } from "../../terminal/stdout.js";
import { machineZone } from "../../terminal/time-zone.js";
import { factsOf, setBack } from "./set-back.js";

/** Lists the changes of stores that can be undone, or undoes one; resolves to the exit code. */
export async function undo(options: OptionsOf<"undo">, id: string): Promise<number> {
  const { list, yes, dryRun, json } = options;
  if (yes && dryRun) throw usageError("--yes and --dry-run contradict each other.");
  if (!list) refuseQuestions(options, "add --list, --dry-run, or --yes to go ahead");
  const signal = interruption();
  const messages = openMessages(options, signal);
  return changeStores(options, { messages, signal }, async (recovered) => {
    // Newest first, as sessions are listed.
    const changes = listUndoable(options).toReversed();
    if (list) {
      await writeStdout(json ? jsonLine(changes.map(factsOf)) : listText(changes));
      if (changes.length === 0) messages.say("There is nothing to undo.");
      return 0;
    }
    // The user means the change that was interrupted, not the one before it.
    if (recovered.length > 0 && id === "") return 0;
    const change = changes.find((each) => id === "" || each.id === id);
    if (!change)
      throw new CliError(
        1,
        id === ""
          ? "There is nothing to undo."
          : `No change has the name ${id}: chatexport undo --list shows all.`,
      );
    return setBack(change, options, { messages, signal });
  });
}

function listText(changes: readonly KeptTransaction[]): string {
  return changes
    .map(
      (change) =>
        `${change.id}  ${localTime(change.time, machineZone()).slice(0, 16).replace("T", " ")}  ${formatBytes(change.size).padStart(8)}  ${changeName(change)}\n`,
    )
    .join("");
}
