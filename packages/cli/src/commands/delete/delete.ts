import { defined } from "@chatexport/core";
import { formatBytes, plural } from "@chatexport/sink-terminal/format";
import type { OwnSession, PlannedDeletion } from "@chatexport/transplant";
import { ask, refuseQuestions } from "../../host/changes/ask.js";
import { editSession } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPage } from "../../terminal/page.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";

/** Deletes a session with all its files after showing them; resolves to the exit code. */
export async function deleteSession(options: OptionsOf<"delete">, id: string): Promise<number> {
  const { json, dryRun } = options;
  refuseQuestions(options);
  return editSession("delete", options, id, async (session, run, name) => {
    const planned = session.delete();
    if (!json) await writeStdout(planPage(planned, session, name, options.color));
    const isMeant = !dryRun && (await ask("Delete it?", options, run));
    const change = isMeant ? await planned.apply(run.edit) : undefined;
    if (json) await writeStdout(jsonLine({ ...factsOf(planned, session), ...defined({ change }) }));
    else if (change !== undefined) run.messages.say("Deleted. chatexport undo brings it back.");
    else run.messages.say("Nothing was changed.");
    return isMeant || dryRun ? 0 : 1;
  });
}

function factsOf({ removed, rewritten }: PlannedDeletion, { id }: OwnSession) {
  return { id, removed, rewritten };
}

function planPage(
  { bytes, removed, rewritten }: PlannedDeletion,
  { id }: OwnSession,
  name: string,
  color: boolean,
): string {
  const page = openPage(stdoutStyle(color));
  page.heading(name, formatBytes(bytes));
  page.detail(id);
  page.item("attention", `${plural(removed.length, "file")} will be deleted:`);
  for (const path of removed) page.detail(shortPath(path));
  for (const path of rewritten)
    page.item("note", `Its entries in ${shortPath(path)} will be deleted.`);
  return page.text();
}
