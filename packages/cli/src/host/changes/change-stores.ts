import {
  ChangeError,
  listTransactions,
  placedMessage,
  type Recovery,
  recover,
} from "@chatexport/relocate";
import { CliError } from "../../terminal/cli-error.js";
import { interrupted } from "../../terminal/interruption.js";
import { capitalized, sentence } from "../../terminal/sentence.js";
import type { Run } from "../run.js";
import { changeName, recoveryText } from "./change-texts.js";

/**
 * Does some work that changes stores; resolves to the exit code. What a killed run left comes first: the stores
 * have to be whole before they are read. A dry run leaves that to the next one.
 */
export async function changeStores(
  options: { home?: string; dryRun?: boolean },
  { messages, signal }: Pick<Run, "messages" | "signal">,
  work: (recovered: readonly Recovery[]) => Promise<number>,
): Promise<number> {
  try {
    if (options.dryRun) refuseUnfinished(options);
    const recovered = options.dryRun ? [] : await recover(options);
    for (const each of recovered) messages.warn("warning", recoveryText(each));
    return await work(recovered);
  } catch (cause) {
    const isStuck = cause instanceof ChangeError && cause.code === "stuck";
    if (signal.aborted && !isStuck) {
      messages.say("Interrupted: everything is as it was before.");
      return interrupted;
    }
    if (cause instanceof ChangeError) throw new CliError(1, sentence(cause.message), cause);
    throw isOfDisk(cause) ? new CliError(1, sentence(placedMessage(cause)), cause) : cause;
  }
}

/** True when a disk has refused something: no room, or no right. */
function isOfDisk(cause: unknown): boolean {
  return cause instanceof Error && "syscall" in cause && "path" in cause;
}

function refuseUnfinished(options: { home?: string }): void {
  const found = listTransactions(options).find(({ isUnfinished }) => isUnfinished);
  if (found)
    throw new CliError(
      1,
      `${capitalized(changeName(found))} was interrupted: run chatexport undo first.`,
    );
}
