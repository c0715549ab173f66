import { messageOf, safeLine } from "@chatexport/core";
import { CliError } from "../../terminal/cli-error.js";
import { hasLeft, leave } from "../../terminal/interruption.js";
import { keepStdoutForData } from "../../terminal/stdout.js";
import { externalNames, noteExternal } from "./external-names.js";

/** By message: failures that no promise or handler of ours was waiting for. */
const failures = new Map<string, unknown>();

/** True when that was told, so that what comes later has to be told at once. */
let isOver = false;

/**
 * Gives a run with an external plugin, named by this word, an orderly end: also when the plugin exits,
 * never settles a promise, fails in the background, or writes to standard output.
 */
export function watchExternal(word: string): void {
  const isFirst = externalNames().length === 0;
  noteExternal(safeLine(word));
  if (!isFirst) return;
  failures.clear();
  isOver = false;
  keepStdoutForData();
  process.once("exit", onExit).once("beforeExit", onIdle);
  process.on("unhandledRejection", noteFailure).on("uncaughtException", noteFailure);
}

/** Ends the watch when the work of the program is done; resolves to the exit code, which may be another one now. */
export async function endWatch(exitCode: number): Promise<number> {
  process.off("exit", onExit).off("beforeExit", onIdle);
  await printFailures();
  return exitCode === 0 && failures.size > 0 ? 1 : exitCode;
}

function noteFailure(cause: unknown): void {
  const what = messageOf(cause).replace(/\.$/, "");
  const isNew = !failures.has(what);
  failures.set(what, cause);
  if (!isOver || !isNew) return;
  process.exitCode = 1;
  void printFailure(what, cause);
}

async function printFailures(): Promise<void> {
  isOver = true;
  for (const [what, cause] of [...failures]) await printFailure(what, cause);
}

function printFailure(what: string, cause: unknown): Promise<void> {
  return printSentence(`failed where nobody waits for it: ${what}`, cause);
}

function onExit(): void {
  if (hasLeft()) return;
  // There is no time left to load what says it in the usual way.
  process.stderr.write(`error: ${who()} ended the program before its work was done.\n`);
  leave(1);
}

async function onIdle(): Promise<void> {
  await printFailures();
  await printSentence("waits for what never comes");
  leave(1);
}

async function printSentence(what: string, cause?: unknown): Promise<void> {
  const words = process.argv.slice(2);
  const failure = await import("../failure.js");
  const error = new CliError(1, `${who()} ${what}.`, cause);
  await failure.printFailure(error, words, !words.includes("--no-color"));
}

function who(): string {
  return externalNames().join(" or ");
}
