import { type ListedSession, loadSessions, safeLine } from "@chatexport/core";
import { countEach, thisSystem } from "@chatexport/core/read";
import { plural } from "@chatexport/sink-terminal/format";
import {
  applyTransplants,
  type LateTransplant,
  planTransplant,
  type TargetName,
  targetNames,
  targets,
} from "@chatexport/transplant";
import { titleOfSource } from "../../built-in.js";
import { changeStores } from "../../host/changes/change-stores.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { isNoNote, printProblems } from "../../host/problems.js";
import { interrupted, type Run, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { placeOf } from "./place-of.js";

/** The sessions of an archive, by what becomes of them. */
interface Sorted {
  missing: { to: TargetName; id: string; read: LateTransplant }[];
  /** The number of those that their tools have. */
  there: number;
  /** The number of those that no tool takes back, by the names of their sources. */
  left: Map<string, number>;
}

/** Brings all sessions back that an archive has and their tools have not; resolves to the exit code. */
export async function restoreAll(options: OptionsOf<"restore">): Promise<number> {
  const { json, dryRun, every: _, ...common } = options;
  const whole = { ...common, redact: false };
  const run = await startRun(whole);
  return changeStores({ ...(dryRun && { dryRun }) }, run, () =>
    withSources(whole, async (sources) => {
      const { all } = await findSessions(sources, whole, run, { isNeeded: true });
      if (run.signal.aborted) return interrupted;
      const sorted = await sort(all, run);
      const { missing, there, left } = sorted;
      const progress = run.messages.progress();
      progress.update("Writing the sessions, and reading them back …");
      const late = missing.map(({ read }) => read);
      const system = thisSystem();
      const about = { command: "restore", source: "", session: "--all", folder: system.home };
      const options = { ...about, system, signal: run.signal };
      const done =
        missing.length === 0 || dryRun
          ? undefined
          : await applyTransplants(late, options).finally(() => progress.end());
      progress.end();
      if (json) {
        const sessions = missing.map(({ to, id }) => ({ to, id }));
        const told = done && { change: done.change, later: done.later.length };
        await writeStdout(jsonLine({ sessions, there, left: Object.fromEntries(left), ...told }));
      } else for (const line of textOf(sorted, done?.later.length, dryRun)) run.messages.say(line);
      await printProblems(run, common, isNoNote);
      return all.length === 0 ? 1 : 0;
    }),
  );
}

async function sort(all: readonly ListedSession[], run: Run): Promise<Sorted> {
  const sorted: Sorted = { missing: [], there: 0, left: new Map() };
  for (const listed of all) {
    const { source } = listed.ref;
    const to = targetNames.find((name) => name === source);
    // OpenCode has to import each session itself.
    if (to === undefined || targets[to].importing) {
      sorted.left.set(source, (sorted.left.get(source) ?? 0) + 1);
      continue;
    }
    const read = lastRead(listed, run);
    const { isThere, id } = await read();
    if (isThere) sorted.there++;
    else sorted.missing.push({ to, id, read });
  }
  return sorted;
}

/** Reads a session of an archive each time that it is asked for. */
function lastRead(listed: ListedSession, run: Run): LateTransplant {
  return async () => {
    const { transforms } = run.content;
    for await (const { session } of loadSessions([listed], { ...run, transforms }))
      return planTransplant(session, placeOf(session));
    throw new Error(`${safeLine(listed.ref.id)} cannot be read.`);
  };
}

function textOf(
  { missing, there, left }: Sorted,
  later: number | undefined,
  isDry = false,
): string[] {
  const counts = countEach(missing.map(({ to }) => to));
  const of = Array.from(counts, ([to, count]) => `${targets[to].title}: ${count}`).join(", ");
  const sessions = plural(missing.length - (later ?? 0), "session");
  const rest = Array.from(left, ([source, count]) => `${titleOfSource(source)}: ${count}`).join(
    ", ",
  );
  const lines = [
    missing.length === 0
      ? "There is nothing to bring back."
      : isDry
        ? `Dry run: this would bring back ${sessions} (${of}).`
        : `Brought back ${sessions} (${of}), checked by reading them back.`,
    there > 0 && `${plural(there, "session")} ${there === 1 ? "is" : "are"} there already.`,
    left.size > 0 &&
      `Left out: ${safeLine(rest)}. chatexport continue ID takes one into another tool.`,
    later !== undefined && later > 0 && `Run this again for ${plural(later, "session")} more.`,
    later !== undefined && "chatexport undo takes all of it back.",
  ];
  return lines.filter((line) => line !== false);
}
