import type { Messages } from "./terminal/messages.js";

/** Says which options change nothing about what is written, since it is always whole. */
export function warnOfNoEffect(
  options: readonly string[],
  whole: string,
  { warn }: Pick<Messages, "warn">,
): void {
  for (const name of options) warn("warning", `--${name} has no effect: ${whole} is always whole.`);
}
