import { safeLine } from "@chatexport/core";
import type { Outcome, Plan, Recovery, Step } from "@chatexport/relocate";
import { formatBytes, plural } from "@chatexport/sink-terminal/format";
import { shortPath } from "../../host/files/paths.js";
import type { MoveOptions } from "../../options/option-table.js";
import { commandLine } from "../../terminal/shell-words.js";

/** What became of a move that was interrupted. */
export function recoveryText({ from, to, outcome, leftover = "", reason = "" }: Recovery): string {
  const name = `A move of ${shortPath(from)} to ${shortPath(to)} was interrupted`;
  if (outcome === "rolled-back") return `${name}: everything is as it was before it.`;
  if (outcome === "finished") return `${name} at its very end: it is complete now.`;
  return `${name} at its very end: it is complete, but ${shortPath(leftover)} cannot be removed (${safeLine(reason)}).`;
}

/** What takes time, as progress shows it. */
export const stepTexts: Readonly<Record<Step, string>> = {
  copying: "Copying the folder to its new volume …",
  reading: "Reading the sessions as they are …",
  writing: "Making the new contents …",
  "reading-back": "Reading the sessions back …",
};

/** What was done, and how to undo it. */
export function outcomeText(outcome: Outcome, plan: Plan, { home }: MoveOptions): string[] {
  const found = outcome.sessions === 1 ? "is found" : "are found";
  const left = outcome.leftBehind.map(({ id, source }) => `${safeLine(id)} of ${source}`);
  const undo = commandLine(["move", "--undo"], home === undefined ? {} : { home });
  return [
    `Moved: ${plural(outcome.sessions, "session")} ${found} under ${shortPath(plan.move.to)}, as reading them back has shown.`,
    ...(left.length > 0
      ? [`Still found under ${shortPath(plan.move.from)}: ${left.join(", ")}.`]
      : []),
    ...(outcome.leftover === undefined
      ? []
      : [`The old folder cannot be removed: ${shortPath(outcome.leftover)}.`]),
    `The originals (${formatBytes(outcome.backupBytes)}) are kept in ${shortPath(outcome.backup)}.`,
    ...(undo === undefined ? [] : [`${undo} sets everything back.`]),
  ];
}
