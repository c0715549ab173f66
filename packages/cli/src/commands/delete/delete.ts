import { defined } from "@chatexport/core";
import { formatBytes, plural } from "@chatexport/sink-terminal/format";
import { applyDeletion, type Deletion, planDeletion } from "@chatexport/transplant";
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
  return editSession("delete", options, id, async (path, run, name) => {
    const planned = planDeletion(path);
    if (!json) await writeStdout(planPage(planned, name, options.color));
    const isMeant = !dryRun && (await ask("Delete it?", options, run));
    const change = isMeant ? await applyDeletion(planned, run.edit) : undefined;
    if (json) await writeStdout(jsonLine({ ...factsOf(planned), ...defined({ change }) }));
    else if (change !== undefined) run.messages.say("Deleted. chatexport undo brings it back.");
    else run.messages.say("Nothing was changed.");
    return isMeant || dryRun ? 0 : 1;
  });
}

function factsOf({ edit, removed, rewritten }: Deletion) {
  return { id: edit.session, removed, rewritten };
}

function planPage({ edit, removed, rewritten }: Deletion, name: string, color: boolean): string {
  const page = openPage(stdoutStyle(color));
  page.heading(name, formatBytes(edit.before.length));
  page.detail(edit.session);
  page.item("attention", `${plural(removed.length, "file")} will be deleted:`);
  for (const path of removed) page.detail(shortPath(path));
  for (const path of rewritten)
    page.item("note", `Its entries in ${shortPath(path)} will be deleted.`);
  return page.text();
}
