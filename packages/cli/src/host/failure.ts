import { messageOf, safeLine, safeText } from "@chatexport/core";
import { CliError } from "../terminal/cli-error.js";
import { colorsFor } from "../terminal/colors.js";
import { withUnbrokenWords } from "../terminal/unbroken-words.js";

/** What is shorter is hardly a secret. */
const mayQuoteSecret = /[\w+/=-]{16}/;

/** Says on standard error why a run with these words failed; resolves to its exit code. */
export async function printFailure(
  error: unknown,
  words: readonly string[],
  color: boolean,
): Promise<number> {
  const { stderr } = process;
  const say = (text: string) => sayError(text, color);
  if (error instanceof CliError) {
    const { message, exitCode, cause } = error;
    const texts = [message, stackOf(cause, words)];
    // It may quote a file of options; a mistyped word need not wait for the rules.
    const isMasked = texts.some((text) => mayQuoteSecret.test(text));
    const [shown = "", trace = ""] = isMasked ? await masked(texts, words) : texts;
    say(shown);
    if (trace !== "") stderr.write(`${safeText(trace)}\n`);
    return exitCode;
  }
  if (isFolderGone(error)) {
    say("The working directory does not exist any more: go to another folder.");
    return 1;
  }
  const [message = "", trace = ""] = await masked([messageOf(error), stackOf(error, words)], words);
  say(`This should not have happened: ${message}. Please report it, with what --verbose adds.`);
  if (trace !== "") stderr.write(`${safeText(trace)}\n`);
  return 1;
}

/** Says a sentence on standard error, as what is wrong. */
export function sayError(text: string, color: boolean): void {
  const { stderr } = process;
  const { red } = colorsFor(stderr, color);
  stderr.write(`${withUnbrokenWords(`${red("error:")} ${safeLine(text)}`, stderr)}\n`);
}

function isFolderGone(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

/** Where an error was thrown, with --verbose. */
function stackOf(error: unknown, words: readonly string[]): string {
  return words.includes("--verbose") && error instanceof Error ? (error.stack ?? "") : "";
}

/** What was thrown anywhere may quote a transcript. */
async function masked(texts: readonly string[], words: readonly string[]): Promise<string[]> {
  if (words.includes("--no-redact")) return [...texts];
  const { default: redactor } = await import("@chatexport/redact");
  return redactor().texts(texts);
}
