import { usageError } from "../../terminal/cli-error.js";
import { openPrompts } from "../../terminal/prompts.js";
import { canAsk } from "../../terminal/text-style.js";
import type { Run } from "../run.js";

/** Throws a usage error for `--json` where an answer would be needed; `others` are options that need none. */
export function refuseQuestions(
  { json, yes, dryRun }: { json?: boolean; yes?: boolean; dryRun?: boolean },
  others = "add --dry-run for the plan, or --yes to go ahead",
): void {
  if (json && !yes && !dryRun) throw usageError(`--json cannot ask: ${others}.`);
}

/** Asks if the user wants what was shown; throws a usage error where there is no terminal to ask at. */
export async function ask(
  question: string,
  { yes }: { yes?: boolean },
  { messages, signal }: Pick<Run, "messages" | "signal">,
): Promise<boolean> {
  if (yes) return true;
  if (!canAsk())
    throw usageError(
      "This needs an answer, and there is no terminal to ask at: add --yes to go ahead.",
    );
  const prompts = await openPrompts(messages.colors.isColorSupported, signal);
  return (await prompts.confirm(question)) === true;
}
