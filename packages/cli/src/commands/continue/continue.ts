import { spawn } from "node:child_process";
import { errorCode, type Session, safeLine } from "@chatexport/core";
import type { Transplant } from "@chatexport/transplant";
import { isFolder, namedFolder } from "../../host/changes/named-folder.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError } from "../../terminal/cli-error.js";
import { withoutInterruption } from "../../terminal/interruption.js";
import { shellLine } from "../../terminal/shell-words.js";
import { giveBack } from "./give-back.js";
import { withWhole } from "./with-whole.js";

/** Puts a session into the store of a tool that then goes on with it; resolves to the exit code. */
export async function continueSession(options: OptionsOf<"continue">, id: string): Promise<number> {
  const { project, in: to, at, run: isStarted, ...common } = options;
  return withWhole(common, id, async (session, run) => {
    const folder = project === undefined ? folderOf(session) : namedFolder(project);
    const wanted = { to, folder, ...(at !== undefined && { at }) };
    const planned = await giveBack(session, wanted, "continue", common, run);
    const { command, import: importing } = planned;
    if (!isStarted || options.dryRun) return 0;
    const exitCode = importing ? await startTool(importing, planned) : 0;
    return exitCode === 0 ? startTool(command, planned) : exitCode;
  });
}

/** The folder of a session; the working directory for one that never had any. */
function folderOf({ id, cwd, project }: Session): string {
  const folder = cwd ?? project?.path;
  if (folder === undefined) return process.cwd();
  if (isFolder(folder)) return folder;
  throw new CliError(
    1,
    `Session ${safeLine(id)}: its folder ${shortPath(folder)} is not on this machine; name another with --project FOLDER.`,
  );
}

/** Runs a tool in this terminal until it ends; resolves to its exit code. */
async function startTool(
  command: readonly string[],
  { folder, path }: Pick<Transplant, "folder" | "path">,
): Promise<number> {
  const [program = "", ...words] = command;
  // There, programs of npm are scripts, which only a shell can start.
  const isByShell = process.platform === "win32";
  // An id comes out of a store, and a shell would run what is in it.
  const odd = command.find((word) => word !== path && !/^-{0,2}\w[\w-]*$/.test(word));
  if (odd !== undefined) throw new CliError(1, `Not started: ${safeLine(odd)} is no id.`);
  return withoutInterruption(
    () =>
      new Promise<number>((resolve, reject) => {
        spawn(isByShell ? (shellLine(command) ?? program) : program, isByShell ? [] : words, {
          cwd: folder,
          stdio: "inherit",
          shell: isByShell,
        })
          .on("exit", (code) => resolve(code ?? 1))
          .on("error", (cause) => {
            const why = errorCode(cause) === "ENOENT" ? "is not on the PATH" : "cannot be started";
            reject(new CliError(1, `${program} ${why}: type the line above where it is.`, cause));
          });
      }),
  );
}
