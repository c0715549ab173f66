import type { CommanderError } from "commander";
import { commands } from "./commands.js";
import { mayHaveConfig } from "./host/config/config-names.js";
import { version } from "./host/files/package-file.js";
import { externalNames, forgetExternal } from "./host/plugins/external-names.js";
import { readPlainLine } from "./options/plain-line.js";
import { runCommand } from "./run-command.js";
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
  const execute = async (given: readonly string[]) =>
    (await runPlainLine(given)) ?? (await runParsed(given));
  try {
    // Throws where the folder is gone: what is loaded later would fail in the middle of the work.
    process.cwd();
    if (words.length > 0) return await execute(words);
    if (canAsk()) return await (await import("./commands/picker/picker.js")).pick(execute);
    throw usageError(
      "Without a terminal for questions, name a command: 'chatexport export' writes every session to ./chat-export; 'chatexport --help' shows all.",
    );
  } catch (error) {
    if (isParseError(error) && error.exitCode === 0) return 0;
    // Help has to be there at once, and needs nothing of this.
    const { sayError, printFailure } = await import("./host/failure.js");
    if (isParseError(error)) {
      const { parseErrorText } = await import("./parse-error.js");
      sayError(parseErrorText(error, words), color);
      return 2;
    }
    return await printFailure(error, words, color);
  }
}

/** Runs a command line that needs no parser and no file of options; undefined for any other. */
async function runPlainLine(words: readonly string[]): Promise<number | undefined> {
  const line = readPlainLine(words, commands);
  if (line === undefined || line.options.config !== undefined) return undefined;
  if (line.options.findConfig !== false && mayHaveConfig()) return undefined;
  return runCommand(line.command, line.options, line.words);
}

async function runParsed(given: readonly string[]): Promise<number> {
  const { createProgram, refuseUnknownCommand, withCommandFirst } = await import("./program.js");
  const words = withCommandFirst(given);
  let exitCode = 0;
  const program = createProgram(words, version, (code) => {
    exitCode = code;
  });
  refuseUnknownCommand(words);
  await program.parseAsync(words, { from: "user" });
  return exitCode;
}

/** True when the parser has thrown it, which also ends help in this way. */
function isParseError(error: unknown): error is CommanderError {
  return error instanceof Error && "code" in error && /^commander\./.test(String(error.code));
}
