import { messageOf } from "@chatexport/core";
import { CommanderError } from "commander";
import { CliError } from "./cli-error.js";
import { createProgram, refuseUnknownCommand } from "./program.js";
import { endWithReader } from "./stdout.js";
import { clean, colorsFor } from "./terminal.js";

/** Runs the program with the words of a command line; resolves to the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  endWithReader();
  const color = !words.includes("--no-color");
  let exitCode = 0;
  const program = createProgram(color, (code) => {
    exitCode = code;
  });
  try {
    refuseUnknownCommand(words);
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { red } = colorsFor(process.stderr, color);
    process.stderr.write(`${red("error:")} ${explain(error)}\n`);
    if (error instanceof CliError) return error.exitCode;
    if (words.includes("--verbose") && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    return 1;
  }
}

function explain(error: unknown): string {
  const message = clean(messageOf(error));
  return error instanceof CliError
    ? message
    : `This should not have happened: ${message}. Please report it, with what --verbose adds.`;
}
