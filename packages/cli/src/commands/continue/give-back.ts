import { allMessages, type Diagnostic, type Session, withSubagents } from "@chatexport/core";
import { thisSystem } from "@chatexport/core/read";
import { plural } from "@chatexport/sink-terminal/format";
import {
  applyTransplants,
  type LateTransplant,
  type ManyOptions,
  planTransplant,
  type Transplant,
  type TransplantOptions,
  tellLosses,
} from "@chatexport/transplant";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { commandLine, goingOn, shellLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";
import { factsOf, type Given, givenAs, textOf } from "./given.js";

/** Puts a session into the store of a tool, unless it is there, and says how to go on with it. It is empty then. */
export async function giveBack(
  session: Session,
  wanted: TransplantOptions,
  command: string,
  options: OptionsOf<"restore">,
  run: Run,
): Promise<Transplant> {
  const planned = await planTransplant(session, wanted);
  // A large session is not in memory twice when what was written is read back.
  const release = () => {
    for (const each of withSubagents(session))
      for (const message of allMessages(each)) message.parts.length = 0;
  };
  const about = { command, session: planned.id, release };
  await giveAllBack([async () => planned], wanted, about, options, run);
  return planned;
}

/** Puts sessions into the store of a tool in one change, unless they are there, and says how to go on with each. */
export async function giveAllBack(
  late: readonly LateTransplant[],
  wanted: TransplantOptions,
  about: Pick<ManyOptions, "command" | "session" | "release">,
  { dryRun = false, json }: OptionsOf<"restore">,
  { messages, signal }: Run,
): Promise<void> {
  const progress = messages.progress();
  progress.update(`Writing ${plural(late.length, "session")}, and reading back …`);
  const given = new Map<string, Given>();
  const missing: LateTransplant[] = [];
  const report = (diagnostic: Diagnostic, id: string) => given.get(id)?.changes.push(diagnostic);
  let change: string | undefined;
  let [remaining, same] = [0, 0];
  let place = wanted.folder;
  try {
    for (const read of late) {
      const planned = await read();
      const { id, isThere, folder } = planned;
      // All that was said in it is in that one.
      if (given.has(id)) {
        same++;
        continue;
      }
      given.set(id, givenAs(planned));
      place = folder;
      if (!isThere) missing.push(read);
      if (dryRun && !isThere)
        await tellLosses(planned, { report: (each) => void report(each, id), signal });
    }
    if (missing.length > 0 && !dryRun) {
      const all = { ...about, source: wanted.to, folder: place };
      const options = { ...all, report, signal, system: thisSystem() };
      const done = await applyTransplants(missing, options);
      ({ change } = done);
      remaining += done.later.length;
      for (const id of done.later) given.delete(id);
    }
  } finally {
    progress.end();
  }
  const isOnly = late.length === 1;
  for (const each of given.values()) {
    if (json) {
      await writeStdout(jsonLine(factsOf(each, change)));
      continue;
    }
    for (const line of textOf(each, { isDry: dryRun, isOnly })) messages.say(line);
    const { folder, command, import: importing } = each.plan;
    const first = importing ? [shellLine(importing) ?? importing.join(" "), "&&"] : [];
    await writeStdout(`${goingOn(folder, [...first, ...command])}\n`);
  }
  if (same > 0) messages.say(`These contain all of ${plural(same, "other session")}.`);
  if (remaining > 0) messages.say(`Run this again for ${plural(remaining, "session")} more.`);
  const undo = commandLine(["undo"], {});
  if (change !== undefined && !json && !isOnly && undo !== undefined)
    messages.say(`${undo} takes all of it back.`);
}
