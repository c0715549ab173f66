import { defined } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import {
  applyRepair,
  type Damage,
  damages,
  findRepairable,
  findTranscript,
  planRepair,
  type Repair,
} from "@chatexport/transplant";
import { ask, refuseQuestions } from "../../host/changes/ask.js";
import { editSessions } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPage } from "../../terminal/page.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";

/** Repairs a session, or all of them, after showing what is wrong; resolves to the exit code. */
export async function repair(options: OptionsOf<"repair">, id: string): Promise<number> {
  const { every = false, json, dryRun } = options;
  if (every === (id !== ""))
    throw usageError("repair needs a session, or --all: chatexport list shows the ids.");
  refuseQuestions(options);
  return editSessions("repair", options, async (run) => {
    const { system } = run.edit;
    const paths = every ? findRepairable(system) : [findTranscript(id, system)];
    const taken = new Set<string>();
    const repairs = paths
      .map((path) => planRepair(path, taken))
      .filter(({ findings }) => findings.length > 0);
    if (!json)
      await writeStdout(
        planPage(repairs, plural(paths.length, every ? "file" : "session"), options.color),
      );
    const isMeant = repairs.length > 0 && !dryRun && (await ask("Go ahead?", options, run));
    const changes: string[] = [];
    if (isMeant) for (const each of repairs) changes.push(await applyRepair(each, run.edit));
    if (json)
      await writeStdout(jsonLine(repairs.map((each, index) => factsOf(each, changes[index]))));
    else if (isMeant)
      run.messages.say(
        `Repaired ${plural(changes.length, every ? "file" : "session")}, checked by reading back. chatexport undo --list names each change.`,
      );
    else if (repairs.length > 0) run.messages.say("Nothing was changed.");
    return repairs.length > changes.length && !dryRun ? 1 : 0;
  });
}

function factsOf({ findings, edit: { session, path } }: Repair, change: string | undefined) {
  return { id: session, path, findings, ...defined({ change }) };
}

function planPage(repairs: readonly Repair[], looked: string, color: boolean): string {
  const page = openPage(stdoutStyle(color));
  for (const { findings, edit } of repairs) {
    page.heading(shortPath(edit.path));
    const lines = new Map<Damage, number[]>();
    for (const { damage, line } of findings)
      lines.set(damage, [...(lines.get(damage) ?? []), ...(line === undefined ? [] : [line])]);
    for (const [damage, at] of lines) {
      const { meaning, cure } = damages[damage];
      page.item("wrong", `${damage}${placeOf(at)}: ${meaning}`);
      page.advice(cure);
    }
  }
  if (repairs.length === 0) page.item("fine", `Nothing is wrong with ${looked}.`);
  return page.text();
}

function placeOf(lines: readonly number[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, 3).join(", ");
  const more = lines.length > 3 ? ` and ${lines.length - 3} more` : "";
  return `, ${lines.length === 1 ? "line" : "lines"} ${shown}${more}`;
}
