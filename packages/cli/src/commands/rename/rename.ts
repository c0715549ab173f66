import { applyRenaming, planRenaming } from "@chatexport/transplant";
import { editSession } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";

/** Gives a session another title; resolves to the exit code. */
export async function rename(
  options: OptionsOf<"rename">,
  id: string,
  title: string,
): Promise<number> {
  if (title.trim() === "") throw usageError("rename needs a title: chatexport rename ID 'Title'.");
  return editSession("rename", options, id, async (path, { messages, edit }, name) => {
    if (!options.json) messages.say(`Session: ${name}.`);
    const planned = planRenaming(path, title);
    const change = options.dryRun ? undefined : await applyRenaming(planned, edit);
    if (options.json) {
      const plan = { id: planned.edit.session, path, title };
      await writeStdout(jsonLine({ plan, ...(change !== undefined && { change }) }));
    } else if (change === undefined)
      messages.say(`Dry run: this would add the title to ${shortPath(path)}`);
    else messages.say("Renamed. chatexport undo takes it back.");
    return 0;
  });
}
