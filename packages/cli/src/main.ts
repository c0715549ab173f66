import { CommanderError } from "commander";
import { commands } from "./commands.js";
import { externalNames, forgetExternal } from "./host/plugins/external-names.js";
import { createProgram, refuseUnknownCommand } from "./program.js";
import { usageError } from "./terminal/cli-error.js";
import { endSoon, endWithReader } from "./terminal/stdout.js";
import { canAsk } from "./terminal/text-style.js";

/** Runs the program in a process of its own, with the words of a command line; resolves to the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  endWithReader();
  const exitCode = await run(words);
  // A plugin may have left something open, and the program does not wait for that.
  if (externalNames().length > 0) endSoon();
  return exitCode;
}

/** Does what the words of a command line say, and does not end the process; resolves to the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  forgetExternal();
  if (words[0] === "__complete") {
    const { complete } = await import("./commands/completion/complete.js");
    return complete(words.slice(1), commands);
  }
  const exitCode = await runWords(words);
  if (externalNames().length === 0) return exitCode;
  const { endWatch } = await import("./host/plugins/watch-external.js");
  return endWatch(exitCode);
}

async function runWords(words: readonly string[]): Promise<number> {
  const color = !words.includes("--no-color");
  let exitCode = 0;
  const program = createProgram(color, (code) => {
    exitCode = code;
  });
  const execute = async (given: readonly string[]) => {
    refuseUnknownCommand(given);
    await program.parseAsync(given, { from: "user" });
    return exitCode;
  };
  try {
    if (words.length > 0) return await execute(words);
    if (canAsk()) return await (await import("./commands/picker/picker.js")).pick(execute);
    throw usageError(
      "Without a terminal for questions, name a command: 'chatexport export' writes every session to ./chat-export; 'chatexport --help' shows all.",
    );
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // Help has to be there at once, and needs nothing of this.
    const { sayError, printFailure } = await import("./host/failure.js");
    if (error instanceof CommanderError) {
      const { parseErrorText } = await import("./parse-error.js");
      sayError(parseErrorText(error, words), color);
      return 2;
    }
    return await printFailure(error, words, color);
  }
}
