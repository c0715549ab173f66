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
  return editSession("rename", options, id, async (session, { messages, edit }, name) => {
    if (!options.json) messages.say(`Session: ${name}.`);
    const planned = session.rename(title);
    const [path = "", ...others] = planned.rewritten;
    const change = options.dryRun ? undefined : await planned.apply(edit);
    if (options.json) {
      const plan = { id: session.id, path, title };
      await writeStdout(jsonLine({ plan, ...(change !== undefined && { change }) }));
    } else if (change === undefined) {
      const files = [path, ...others].map(shortPath).join(" and ");
      messages.say(`Dry run: this would add the title to ${files}`);
    } else messages.say("Renamed. chatexport undo takes it back.");
    return 0;
  });
}
