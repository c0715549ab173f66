import { join } from "node:path";
import { run } from "./run.mjs";

/** Runs the commands that write no archive; throws unless each prints what begins so. */
export async function checkCommands(stage, program) {
  const home = ["--home", join(stage.root, "examples/home")];
  const commands = [
    [["--help"], "Usage:"],
    [["completion", "bash"], "# "],
    [["plugins"], "Sources"],
    [["list", ...home], "20"],
    [["show", "9341eb0f", ...home], "Fix the one-cent"],
    [["search", "refund", ...home], "20"],
    [["stats", ...home], "20"],
    [["doctor", ...home], "claude"],
  ];
  for (const [words, beginning] of commands) {
    const { stdout, stderr } = await run(stage, [...program.command, ...words], program);
    if (!stdout.startsWith(beginning) || stderr.startsWith("error"))
      throw new Error(`chatexport ${words.join(" ")} prints:\n${stdout}${stderr}`);
  }
  return `${commands.length} commands`;
}
