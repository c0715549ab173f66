import { dirname } from "node:path";
import { defined } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import { targets } from "@chatexport/transplant";
import { editSession } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { goingOn } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";

/** Copies a session, or the part of it until a prompt was answered; resolves to the exit code. */
export async function copySession(
  name: "clone" | "fork",
  options: OptionsOf<"clone">,
  id: string,
  at?: number,
): Promise<number> {
  return editSession(name, options, id, async (original, { messages, edit }, title) => {
    if (!options.json) messages.say(`Session: ${title}.`);
    const copy = await original.copy(at);
    const { id: session, path, folder, bytes } = copy;
    const command = targets[original.source].command(session);
    const change = options.dryRun ? undefined : await copy.apply(edit);
    // Each copy has an id of its own: that of a dry run would be another one.
    const done = change === undefined ? undefined : { id: session, path, command, change };
    if (options.json) {
      const plan = { of: original.id, folder, bytes };
      await writeStdout(jsonLine({ plan, ...defined({ done }) }));
    } else if (done) {
      messages.say("Copied, and checked by reading it back. chatexport undo takes it back.");
      await writeStdout(`${goingOn(folder, command)}\n`);
    } else {
      const files = plural(copy.files, "file");
      messages.say(`Dry run: this would write ${files} into ${shortPath(dirname(path))}`);
    }
    return 0;
  });
}
