import { defined, messageOf, safeLine } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { plural } from "@chatexport/sink-terminal/format";
import {
  applyRepairs,
  type Damage,
  damages,
  findLogs,
  findRepairable,
  findTranscript,
  type Log,
  ownLogs,
  planLogRepair,
  planRepair,
  type Repair,
} from "@chatexport/transplant";
import { ask, refuseQuestions } from "../../host/changes/ask.js";
import { editSessions, type OwnRun, ownSession } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPage } from "../../terminal/page.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { repairLists } from "./repair-lists.js";

/** Repairs a session, or all of them, after showing what is wrong; resolves to the exit code. */
export async function repair(options: OptionsOf<"repair">, id: string): Promise<number> {
  const { every = false, list = false, json, dryRun } = options;
  if ([every, list, id !== ""].filter(Boolean).length !== 1)
    throw usageError(
      "repair takes one of these: a session, --all or --list. chatexport list shows the ids.",
    );
  if (list) return repairLists(options);
  refuseQuestions(options);
  return editSessions("repair", options, async (run) => {
    const { system } = run.edit;
    const found = every
      ? allFiles(system)
      : await ownSession(id, filesIn(system), repaired, repairedTools);
    let refused = 0;
    // What is wrong with one of all keeps none of the others from being repaired.
    const refuse = (path: string, cause: unknown) => {
      if (!every || isGeneral(cause, run)) throw cause;
      refused++;
      run.messages.warn("error", `${shortPath(path)}: ${safeLine(messageOf(cause))}`);
    };
    const taken = new Set<string>();
    const repairs: Repair[] = [];
    for (const { path, plan } of found)
      try {
        const planned = plan(taken);
        if (planned.findings.length > 0) repairs.push(planned);
      } catch (cause) {
        refuse(path, cause);
      }
    const what = plural(found.length - refused, every ? "file" : "session");
    const fine =
      found.length === 0 ? "There is no session to repair." : `Nothing is wrong with ${what}.`;
    if (!json) await writeStdout(planPage(repairs, fine, options.color));
    const curable = repairs.filter(({ isHopeless }) => !isHopeless);
    const isMeant = curable.length > 0 && !dryRun && (await ask("Go ahead?", options, run));
    const changes = new Map<Repair, string>();
    const carryOut = async (some: readonly Repair[]) => {
      const change = await applyRepairs(some, run.edit);
      for (const each of some) changes.set(each, change);
    };
    if (isMeant)
      await carryOut(curable).catch(async (cause) => {
        if (!every || isGeneral(cause, run)) throw cause;
        for (const each of curable)
          await carryOut([each]).catch((fault) => refuse(each.edit.path, fault));
      });
    if (json) await writeStdout(jsonLine(repairs.map((each) => factsOf(each, changes.get(each)))));
    else if (changes.size > 0)
      run.messages.say(
        `Repaired ${plural(changes.size, every ? "file" : "session")}, checked by reading back. ${undoAdvice(changes)}`,
      );
    else if (repairs.length > 0) run.messages.say("Nothing was changed.");
    const isLeft = repairs.length > changes.size && !dryRun;
    return isLeft || refused > 0 ? 1 : 0;
  });
}

/** A file in which something may be wrong; `taken` are those that other repairs will make. */
interface Repairable {
  path: string;
  plan(taken: Set<string>): Repair;
}

/** The sources with sessions that can be repaired. */
const repaired = ["claude", "codex", "copilot"];

const repairedTools = "Claude Code, Codex and Copilot CLI";

function allFiles(system: System): Repairable[] {
  return [...findRepairable(system).map(transcript), ...ownLogs(system).map(logFile)];
}

/** Finds the files of a session by a part of its id. */
function filesIn(system: System): (word: string) => Repairable[] {
  return (word) => {
    const logs = findLogs(word, system);
    if (logs.length > 0) return logs.map(logFile);
    const nowhere = `${repairedTools} have no session ${word}; chatexport list shows all.`;
    return [transcript(findTranscript(word, system, nowhere))];
  };
}

function transcript(path: string): Repairable {
  return { path, plan: (taken) => planRepair(path, taken) };
}

function logFile(log: Log): Repairable {
  return { path: log.path, plan: () => planLogRepair(log) };
}

function undoAdvice(changes: ReadonlyMap<Repair, string>): string {
  return new Set(changes.values()).size === 1
    ? "chatexport undo takes it back."
    : "chatexport undo --list names each change.";
}

/** True when something is no fault of one file. */
function isGeneral(cause: unknown, { signal }: OwnRun): boolean {
  const code = cause instanceof ChangeError ? cause.code : undefined;
  return signal.aborted || code === "busy" || code === "unfinished" || code === "stuck";
}

function factsOf({ findings, isHopeless, edit }: Repair, change: string | undefined) {
  const { session, path } = edit;
  return { id: session, path, findings, isHopeless, ...defined({ change }) };
}

function planPage(repairs: readonly Repair[], fine: string, color: boolean): string {
  const page = openPage(stdoutStyle(color));
  for (const { findings, isHopeless, edit } of repairs) {
    page.heading(shortPath(edit.path));
    if (isHopeless) {
      page.item("wrong", "No line of it is whole: nothing can be repaired.");
      if (edit.source === "claude") page.advice(`chatexport delete ${edit.session} removes it.`);
      continue;
    }
    const lines = new Map<Damage, number[]>();
    for (const { damage, line } of findings)
      lines.set(damage, [...(lines.get(damage) ?? []), ...(line === undefined ? [] : [line])]);
    for (const [damage, at] of lines) {
      const { meaning, cure } = damages[damage];
      page.item("wrong", `${damage}${placeOf(at.sort((a, b) => a - b))}: ${meaning}`);
      page.advice(cure);
    }
  }
  if (repairs.length === 0) page.item("fine", fine);
  return page.text();
}

function placeOf(lines: readonly number[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, 3).join(", ");
  const more = lines.length > 3 ? ` and ${lines.length - 3} more` : "";
  return `, ${lines.length === 1 ? "line" : "lines"} ${shown}${more}`;
}
