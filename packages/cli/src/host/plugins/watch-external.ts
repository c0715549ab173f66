import { messageOf, safeLine } from "@chatexport/core";
import { CliError } from "../../terminal/cli-error.js";
import { hasLeft, leave } from "../../terminal/interruption.js";
import { keepStdoutForData, whenWritten } from "../../terminal/stdout.js";
import { namesOfStrangers, noteStranger } from "./external-names.js";

// In milliseconds.
const lastWait = 1000;

/** By what they say: what failed where nobody waited for it. */
const failures = new Map<string, unknown>();

/** Whether that was told, so that what comes later has to be told at once. */
let isOver = false;

/**
 * Gives a run that runs the code of other people, named by this word, one end: also when that code
 * exits, waits for what never comes, fails where nobody waits for it, or writes where data belongs.
 */
export function watchStranger(word: string): void {
  const isFirst = namesOfStrangers().length === 0;
  noteStranger(safeLine(word));
  if (!isFirst) return;
  keepStdoutForData();
  process.once("exit", onExit).once("beforeExit", onIdle);
  process.on("unhandledRejection", noteFailure).on("uncaughtException", noteFailure);
}

/** Ends the watch when the work of the program is done; resolves to the exit code, which may be another one now. */
export async function endWatch(exitCode: number): Promise<number> {
  process.off("exit", onExit).off("beforeExit", onIdle);
  await tellFailures();
  // A plugin may have left something open, for which nobody should have to wait.
  whenWritten(() => setTimeout(() => leave(), lastWait).unref());
  return exitCode === 0 && failures.size > 0 ? 1 : exitCode;
}

function noteFailure(cause: unknown): void {
  const what = messageOf(cause).replace(/\.$/, "");
  const isNew = !failures.has(what);
  failures.set(what, cause);
  if (!isOver || !isNew) return;
  process.exitCode = 1;
  void tellFailure(what, cause);
}

async function tellFailures(): Promise<void> {
  isOver = true;
  for (const [what, cause] of [...failures]) await tellFailure(what, cause);
}

function tellFailure(what: string, cause: unknown): Promise<void> {
  return tell(`failed where nobody waits for it: ${what}`, cause);
}

function onExit(): void {
  if (hasLeft()) return;
  // There is no time left to load what says it in the usual way.
  process.stderr.write(`error: ${who()} ended the program before its work was done.\n`);
  leave(1);
}

async function onIdle(): Promise<void> {
  await tellFailures();
  await tell("waits for what never comes");
  leave(1);
}

async function tell(what: string, cause?: unknown): Promise<void> {
  const words = process.argv.slice(2);
  const failure = await import("../failure.js");
  const error = new CliError(1, `${who()} ${what}.`, cause);
  await failure.tellFailure(error, words, !words.includes("--no-color"));
}

function who(): string {
  return namesOfStrangers().join(" or ");
}
