import { canRedraw } from "./can-redraw.js";

/** Whether somebody sits at a terminal who can be asked. */
export function canAsk(): boolean {
  const { stdin, stdout, stderr, env } = process;
  return Boolean(stdin.isTTY && stdout.isTTY) && canRedraw(stderr) && !env.CI;
}
