import { messageOf, safeLine, safeText } from "@chatexport/core";
import { withUnbrokenWords } from "@chatexport/sink-terminal/format";
import { CliError } from "../terminal/cli-error.js";
import { colorsFor } from "../terminal/text-style.js";

/** A shorter text is hardly a secret. */
const mayQuoteSecret = /[\w+/=-]{16}/;

/** Says on standard error why a run with these words failed; resolves to its exit code. */
export async function printFailure(
  error: unknown,
  words: readonly string[],
  color: boolean,
): Promise<number> {
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd") {
    sayError("The current folder no longer exists: change to another one.", color);
    return 1;
  }
  const isOurs = error instanceof CliError;
  const texts = [messageOf(error), stackOf(isOurs ? error.cause : error, words)];
  // Ours may quote a file of options; a mistyped word need not wait for the rules.
  const isMasked = !isOurs || texts.some((text) => mayQuoteSecret.test(text));
  const [message = "", trace = ""] = isMasked ? await masked(texts, words) : texts;
  const sentence = `This should not have happened: ${message}. Please report it with the output of --verbose.`;
  sayError(isOurs ? message : sentence, color);
  if (trace !== "") process.stderr.write(`${safeText(trace)}\n`);
  return isOurs ? error.exitCode : 1;
}

/** Says a sentence on standard error, as what is wrong. */
export function sayError(text: string, color: boolean): void {
  const { stderr } = process;
  const { red } = colorsFor(stderr, color);
  stderr.write(`${withUnbrokenWords(`${red("error:")} ${safeLine(text)}`, stderr)}\n`);
}

function stackOf(error: unknown, words: readonly string[]): string {
  return words.includes("--verbose") && error instanceof Error ? (error.stack ?? "") : "";
}

/** An error that was thrown anywhere may quote a transcript. */
async function masked(texts: readonly string[], words: readonly string[]): Promise<string[]> {
  if (words.includes("--no-redact")) return [...texts];
  const { default: redactor } = await import("@chatexport/redact");
  return redactor().texts(texts);
}
