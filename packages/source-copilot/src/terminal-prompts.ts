/**
 * Whether a prompt is what VS Code writes when a command in the background has ended, or may wait for input (2026):
 * "[Terminal <id> notification: command completed with exit code 0. …]" and what the terminal shows.
 */
export function isOfTerminal(prompt: string): boolean {
  return /^\[Terminal [\w-]{1,64} notification: /.test(prompt);
}
