import { resolve } from "node:path";
import { defined } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import { applyUnpacking, packedTools, planUnpacking, targets } from "@chatexport/transplant";
import { namedFolder } from "../../host/changes/named-folder.js";
import { editSessions } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { withHome } from "../../options/with-home.js";
import { jsonLine } from "../../terminal/json-text.js";
import { goingOn } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";

/** Puts the sessions of a pack into the user's own store of their tool; resolves to the exit code. */
export async function unpack(options: OptionsOf<"unpack">, file: string): Promise<number> {
  const { project = ".", json, dryRun } = options;
  return editSessions("unpack", options, async ({ messages, edit }) => {
    const folder = namedFolder(project);
    const planned = await planUnpacking(resolve(withHome(file)), { folder, system: edit.system });
    const { manifest, targets: files } = planned;
    const change = dryRun ? undefined : await applyUnpacking(planned, edit);
    if (json) {
      const plan = { folder: planned.folder, ...manifest, files: files.size };
      await writeStdout(jsonLine({ plan, ...defined({ change }) }));
      return 0;
    }
    const what = plural(manifest.sessions.length, "session");
    const { title, command } =
      manifest.tool === "claude" ? targets.claude : packedTools[manifest.tool];
    if (change === undefined) {
      const count = plural(files.size, "file");
      messages.say(`Dry run: this would put ${what} in ${count} into ${shortPath(folder)}`);
      return 0;
    }
    messages.say(
      `${title} has ${what} more, checked by reading back. chatexport undo takes it back.`,
    );
    for (const { id } of manifest.sessions)
      await writeStdout(`${goingOn(planned.folder, command(id))}\n`);
    return 0;
  });
}
