import { CommanderError } from "commander";
import { namesOfStrangers } from "./plugins/strangers.js";
import { createProgram, refuseUnknownCommand } from "./program.js";
import { canAsk } from "./terminal/can-ask.js";
import { endWithReader } from "./terminal/stdout.js";

/** Runs the program with the words of a command line; resolves to the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  endWithReader();
  if (words[0] === "__complete") {
    const { complete } = await import("./completion/complete.js");
    return complete(words.slice(1));
  }
  const exitCode = await runWords(words);
  if (namesOfStrangers().length === 0) return exitCode;
  const { endWatch } = await import("./plugins/watch-strangers.js");
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
    if (canAsk()) return await (await import("./picker/picker.js")).pick(execute);
    program.outputHelp();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // Help has to be there at once, and needs nothing of this.
    const { tellFailure } = await import("./failure.js");
    return await tellFailure(error, words, color);
  }
}
