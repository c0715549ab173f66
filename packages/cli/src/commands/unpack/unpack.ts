import { basename, resolve } from "node:path";
import { defined, type Session } from "@chatexport/core";
import { countEach, getOrAdd } from "@chatexport/core/read";
import { plural } from "@chatexport/sink-terminal/format";
import {
  applyUnpacking,
  type LateTransplant,
  type PackManifest,
  packedTools,
  planTransplant,
  planUnpacking,
  type TargetName,
  withSessionsIn,
} from "@chatexport/transplant";
import { changeStores } from "../../host/changes/change-stores.js";
import { namedFolder } from "../../host/changes/named-folder.js";
import { editSessions } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import { startRun } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { withHome } from "../../options/with-home.js";
import { jsonLine } from "../../terminal/json-text.js";
import { goingOn } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";
import { giveAllBack } from "../continue/give-back.js";

/** The options of the command; only `continue` has a tool that is meant where none is named. */
type UnpackOptions = Omit<OptionsOf<"unpack">, "in"> & { in?: TargetName };

/** Puts the sessions of a pack into the user's own stores of their tools, or of one; resolves to the exit code. */
export async function unpack(options: UnpackOptions, file: string): Promise<number> {
  const { project = ".", json, dryRun, in: to } = options;
  const folder = namedFolder(project);
  const path = resolve(withHome(file));
  if (to !== undefined) return convert(options, path, { to, folder });
  return editSessions("unpack", options, async ({ messages, edit }) => {
    const planned = await planUnpacking(path, { folder, system: edit.system });
    const { sessions, isMasked } = planned.manifest;
    const files = [...planned.tools.values()].reduce((sum, { targets }) => sum + targets.size, 0);
    const change = dryRun ? undefined : await applyUnpacking(planned, edit);
    if (json) {
      const plan = { folder: planned.folder, isMasked, sessions, files };
      await writeStdout(jsonLine({ plan, ...defined({ change }) }));
      return 0;
    }
    if (change === undefined) {
      const what = `${plural(sessions.length, "session")} in ${plural(files, "file")}`;
      messages.say(`Dry run: this would put ${what} into ${shortPath(folder)}`);
      return 0;
    }
    for (const [title, count] of countsOf(sessions))
      messages.say(`${title} has ${plural(count, "session")} more, checked by reading back.`);
    messages.say("chatexport undo takes all of it back.");
    for (const { tool, id } of sessions)
      await writeStdout(`${goingOn(planned.folder, packedTools[tool].packed.command(id))}\n`);
    return 0;
  });
}

/** Makes the sessions of a pack sessions of one tool, in one change. */
async function convert(
  options: UnpackOptions,
  path: string,
  wanted: { to: TargetName; folder: string },
): Promise<number> {
  const { json, dryRun, in: _, project, ...common } = options;
  // What was packed is masked, or nothing is.
  const whole = { ...common, redact: false };
  const run = await startRun(whole);
  return changeStores({ ...(dryRun && { dryRun }) }, run, () =>
    withSessionsIn(path, wanted.folder, async (sessions) => {
      const late = apart(sessions, wanted);
      const about = { command: "unpack", session: basename(path) };
      await giveAllBack(late, wanted, about, { ...whole, ...defined({ json, dryRun }) }, run);
      return 0;
    }),
  );
}

/** Plans for sessions, each with an id of its own: one may have gone on in two tools. */
function apart(
  sessions: readonly (() => Promise<Session>)[],
  wanted: { to: TargetName; folder: string },
): LateTransplant[] {
  const first = new Map<string, LateTransplant>();
  return sessions.map((read) => {
    const plan: LateTransplant = async () =>
      planTransplant(await read(), {
        ...wanted,
        otherOf(id) {
          const other = getOrAdd(first, id, () => plan);
          return other === plan ? undefined : other();
        },
      });
    return plan;
  });
}

function countsOf(sessions: PackManifest["sessions"]): Map<string, number> {
  return countEach(sessions.map(({ tool }) => packedTools[tool].title));
}
