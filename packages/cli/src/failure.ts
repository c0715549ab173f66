import { messageOf } from "@chatexport/core";
import { CommanderError } from "commander";
import { CliError } from "./cli-error.js";
import { parseErrorText } from "./parse-error.js";
import { clean, cleanDocument } from "./terminal/clean.js";
import { colorsFor } from "./terminal/colors.js";
import { withUnbrokenWords } from "./terminal/unbroken-words.js";

/** What is shorter is hardly a secret. */
const mayQuoteSecret = /[\w+/=-]{16}/;

/** Says on standard error why a run with these words failed; resolves to its exit code. */
export async function tellFailure(
  error: unknown,
  words: readonly string[],
  color: boolean,
): Promise<number> {
  const { stderr } = process;
  const { red } = colorsFor(stderr, color);
  const sayError = (text: string) =>
    stderr.write(`${withUnbrokenWords(`${red("error:")} ${clean(text)}`, stderr)}\n`);
  if (error instanceof CommanderError) {
    sayError(parseErrorText(error, words));
    return 2;
  }
  if (error instanceof CliError) {
    const { message, exitCode } = error;
    // It may quote a file of options; who only mistyped a word need not wait for the rules.
    const [shown = ""] = mayQuoteSecret.test(message) ? await masked([message], words) : [message];
    sayError(shown);
    return exitCode;
  }
  const stack = words.includes("--verbose") && error instanceof Error ? error.stack : undefined;
  const [message = "", trace = ""] = await masked([messageOf(error), stack ?? ""], words);
  sayError(
    `This should not have happened: ${message}. Please report it, with what --verbose adds.`,
  );
  if (trace !== "") stderr.write(`${cleanDocument(trace)}\n`);
  return 1;
}

/** What was thrown anywhere may quote a transcript. */
async function masked(texts: readonly string[], words: readonly string[]): Promise<string[]> {
  if (words.includes("--no-redact")) return [...texts];
  const { default: redactor } = await import("@chatexport/redact");
  return redactor().texts(texts);
}
