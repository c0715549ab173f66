import { type Diagnostic, defined, nonEmpty, type Session, safeLine } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import {
  applyTransplant,
  countParts,
  countPrompts,
  fatesOf,
  planTransplant,
  type Transplant,
  type TransplantOptions,
  targets,
  tellLosses,
} from "@chatexport/transplant";
import { isFolder } from "../../host/changes/named-folder.js";
import { shortPath } from "../../host/files/paths.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { commandLine, goingOn, shellLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";

/** Puts a session into the store of a tool, unless it is there, and says how to go on with it. */
export async function giveBack(
  session: Session,
  wanted: TransplantOptions,
  command: string,
  { dryRun, json }: OptionsOf<"restore">,
  { messages, signal }: Run,
): Promise<Transplant> {
  const planned = await planTransplant(session, wanted);
  const { path, mark, isThere, earlier } = planned;
  const changes: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void changes.push(diagnostic);
  const progress = messages.progress();
  progress.update("Writing the session, and reading it back …");
  const isWritten = !isThere && !dryRun;
  const outcome = isWritten
    ? await applyTransplant(planned, { command, report, signal }).finally(() => progress.end())
    : undefined;
  if (dryRun && !isThere) await tellLosses(planned, { report, signal });
  progress.end();
  const losses = changes.map(({ message, session: of = planned.id }) =>
    of === planned.id ? message : `Sub-agent ${safeLine(of)}: ${message}`,
  );

  if (json) {
    const { to, id, folder, command, import: importing } = planned;
    const agents = nonEmpty(planned.agents.map((agent) => agent.path));
    const others = defined({ mark: mark?.path, import: importing, agents });
    const plan = { to, id, folder, path, ...others, isThere, command };
    const told = isThere ? {} : { losses, counts: countsOf(planned, changes) };
    await writeStdout(jsonLine({ plan, ...told, ...(outcome && { outcome }) }));
    return planned;
  }
  const { title } = targets[planned.to];
  const { import: importing } = planned;
  if (isThere && importing) messages.say(`The file for ${title} is there: ${shortPath(path)}`);
  else if (isThere) messages.say(`${title} has the session already: ${shortPath(path)}`);
  else if (dryRun) {
    const also = mark ? ` and ${shortPath(mark.path)}` : "";
    messages.say(`Dry run: this would write ${shortPath(path)}${also}${agentsOf(planned)}`);
    for (const loss of losses) messages.say(loss);
  } else {
    const prompts = plural(countPrompts(planned.session), "prompt");
    const has = importing ? "can import the session" : "has the session";
    const all = `${prompts}${agentsOf(planned)}`;
    messages.say(`${title} ${has} now: ${all}, checked by reading it back.`);
    for (const loss of losses) messages.say(loss);
    const undo = commandLine(["undo"], {});
    if (undo !== undefined) messages.say(`${undo} takes ${importing ? "the file" : "it"} back.`);
    if (importing) messages.say(`What was imported, ${title} has to delete itself.`);
  }
  if (earlier !== undefined)
    messages.say(
      `It is another session than ${shortPath(earlier)}, which does not have all that was said.`,
    );
  if (!isFolder(planned.folder))
    messages.say(
      `Its folder ${shortPath(planned.folder)} is not on this machine: it goes on in the one where you type this.`,
    );
  const first = importing ? [shellLine(importing) ?? importing.join(" "), "&&"] : [];
  await writeStdout(`${goingOn(planned.folder, [...first, ...planned.command])}\n`);
  return planned;
}

/** The fates of all that is in the session, but for its sub-agents. */
function countsOf({ to, id, session }: Transplant, changes: readonly Diagnostic[]) {
  const own = changes.find((each) => (each.session ?? id) === id)?.changes;
  return fatesOf(countParts(session, targets[to].sink().keeps.has("branches")), own);
}

function agentsOf({ agents }: Transplant): string {
  return agents.length === 0 ? "" : ` and ${plural(agents.length, "sub-agent")}`;
}
