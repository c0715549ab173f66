import { spawn } from "node:child_process";
import { errorCode } from "@chatexport/core";
import { CliError } from "../../terminal/cli-error.js";
import { withoutInterruption } from "../../terminal/interruption.js";

/** Runs a tool in this terminal until it ends; resolves to its exit code. */
export async function startTool(command: readonly string[], folder: string): Promise<number> {
  const [program = "", ...words] = command;
  return withoutInterruption(
    () =>
      new Promise<number>((resolve, reject) => {
        spawn(program, words, {
          cwd: folder,
          stdio: "inherit",
          // There, programs of npm are scripts, which only a shell can start.
          shell: process.platform === "win32",
        })
          .on("exit", (code) => resolve(code ?? 1))
          .on("error", (cause) => {
            const why = errorCode(cause) === "ENOENT" ? "is not on the PATH" : "cannot be started";
            reject(new CliError(1, `${program} ${why}: type the line above where it is.`, cause));
          });
      }),
  );
}
