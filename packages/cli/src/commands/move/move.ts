import { listUndoable } from "@chatexport/relocate";
import { refuseQuestions } from "../../host/changes/ask.js";
import { changeStores } from "../../host/changes/change-stores.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { interruption } from "../../terminal/interruption.js";
import { openMessages } from "../../terminal/messages.js";
import { setBack } from "../undo/set-back.js";
import { carryOut } from "./carry-out.js";

/** Moves a project with its sessions, or sets the last move back; resolves to the exit code. */
export async function move(options: OptionsOf<"move">, from: string, to: string): Promise<number> {
  refuseContradictions(options, from, to);
  const signal = interruption();
  const run = { messages: openMessages(options, signal), signal };
  return changeStores(options, run, async (recovered) => {
    if (!options.undo) return carryOut(from, to, options, run);
    // The user means the move that was interrupted, not the one before it.
    if (recovered.length > 0) return 0;
    const last = listUndoable(options).findLast(({ about }) => !about);
    if (!last) throw new CliError(1, "There is no move to undo.");
    return setBack(last, options, run);
  });
}

function refuseContradictions(options: OptionsOf<"move">, from: string, to: string): void {
  const { undo, claudeOnly, cursorOnly, yes, dryRun } = options;
  if (claudeOnly && cursorOnly)
    throw usageError("--claude-only and --cursor-only exclude each other.");
  if (undo && from !== "") throw usageError("--undo takes no folder: it undoes the last move.");
  if (!undo && to === "")
    throw usageError("move needs two folders: where the project is, and where it goes.");
  if (yes && dryRun) throw usageError("--yes and --dry-run contradict each other.");
  refuseQuestions(options);
}
