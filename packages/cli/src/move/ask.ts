import { usageError } from "../cli-error.js";
import type { MoveOptions } from "../options.js";
import { canAsk } from "../terminal/can-ask.js";
import { openPrompts } from "../terminal/prompts.js";
import type { MoveRun } from "./carry-out.js";

/** Whether the user wants what was shown; throws a usage error where nobody can be asked. */
export async function ask(
  question: string,
  { yes }: MoveOptions,
  { messages, signal }: MoveRun,
): Promise<boolean> {
  if (yes) return true;
  if (!canAsk()) throw usageError("There is no terminal to ask at: add --yes to carry it out.");
  const prompts = await openPrompts(messages.colors.isColorSupported, signal);
  return (await prompts.confirm(question)) === true;
}
