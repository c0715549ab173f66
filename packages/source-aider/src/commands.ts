/** The beginning of a prompt that says how the model shall answer (0.86.2). */
export const asking = /^\s*\/(?:architect|ask|code|context|help)\s+(?=\S)/;

/** True when a prompt is for Aider itself, or for a shell; the key alone is "<blank>". */
export function isCommand(prompt: string): boolean {
  return /^\s*(?:[/!]|<blank>$)/.test(prompt) && !asking.test(prompt);
}
