import { canRedraw } from "../terminal/can-redraw.js";

/** Whether somebody sits at a terminal who can be asked. */
export function canPick(): boolean {
  const { stdin, stdout, stderr, env } = process;
  return Boolean(stdin.isTTY && stdout.isTTY) && canRedraw(stderr) && !env.CI;
}
