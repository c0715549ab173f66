import { defined } from "@chatexport/core";
import { applyArchiving, planArchiving } from "@chatexport/transplant";
import { editSession } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";

/** Marks a session as archived; resolves to the exit code. */
export async function archive(options: OptionsOf<"archive">, id: string): Promise<number> {
  const own = { ...options, from: ["claude"] };
  return editSession("archive", own, id, async ({ path }, { messages, edit }, name) => {
    if (!options.json) messages.say(`Session: ${name}.`);
    const planned = await planArchiving(path);
    const { mark, isArchived } = planned;
    const isMeant = !options.dryRun && !isArchived;
    const change = isMeant ? await applyArchiving(planned, edit) : undefined;
    if (options.json) {
      const plan = { id: planned.edit.session, path: mark, isArchived };
      await writeStdout(jsonLine({ plan, ...defined({ change }) }));
    } else if (isArchived) messages.say("It is archived already.");
    else if (change === undefined) messages.say(`Dry run: this would write ${shortPath(mark)}`);
    else messages.say("Archived. chatexport undo takes it back.");
    return 0;
  });
}
