import { listMoves, MoveError, recover } from "@chatexport/relocate";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { interrupted, interruption } from "../../terminal/interruption.js";
import { openMessages } from "../../terminal/messages.js";
import { carryOut, setBack } from "./carry-out.js";
import { recoveryText } from "./move-texts.js";

/** Moves a project with its sessions, or sets the last move back; resolves to the exit code. */
export async function move(options: OptionsOf<"move">, from: string, to: string): Promise<number> {
  refuseContradictions(options, from, to);
  const signal = interruption();
  const messages = openMessages(options, signal);
  try {
    // What a killed run left comes first: the stores have to be whole before they are read.
    if (options.dryRun) refuseUnfinished(options);
    const recovered = options.dryRun ? [] : await recover(options);
    for (const each of recovered) messages.warn("warning", recoveryText(each));
    const run = { messages, signal };
    if (!options.undo) return await carryOut(from, to, options, run);
    // Who wants the move back that was interrupted does not mean the one before it.
    return recovered.length > 0 ? 0 : await setBack(options, run);
  } catch (cause) {
    const isStuck = cause instanceof MoveError && cause.code === "stuck";
    if (signal.aborted && !isStuck) {
      messages.say("Interrupted: everything is as it was before.");
      return interrupted;
    }
    throw cause instanceof MoveError ? new CliError(1, sentenceOf(cause), cause) : cause;
  }
}

function refuseContradictions(options: OptionsOf<"move">, from: string, to: string): void {
  const { undo, claudeOnly, cursorOnly, json, yes, dryRun } = options;
  if (claudeOnly && cursorOnly)
    throw usageError("--claude-only and --cursor-only exclude each other.");
  if (undo && from !== "") throw usageError("--undo takes no folder: it undoes the last move.");
  if (!undo && to === "")
    throw usageError("move needs two folders: where the project is, and where it goes.");
  if (yes && dryRun) throw usageError("--yes and --dry-run contradict each other.");
  if (json && !yes && !dryRun)
    throw usageError("--json cannot ask: add --dry-run for the plan, or --yes to go ahead.");
}

function refuseUnfinished(options: OptionsOf<"move">): void {
  const found = listMoves(options).find(({ isUnfinished }) => isUnfinished);
  if (found)
    throw new CliError(
      1,
      `A move of ${shortPath(found.from)} was interrupted: run chatexport move --undo first.`,
    );
}

function sentenceOf({ message }: MoveError): string {
  return message.charAt(0).toUpperCase() + message.slice(1) + (message.endsWith(".") ? "" : ".");
}
