import { existsSync } from "node:fs";

/** The names under which a file of options is found in the working directory. */
export const configNames = [
  "chatexport.config.js",
  "chatexport.config.mjs",
  "chatexport.config.cjs",
  "chatexport.config.json",
] as const;

/** Whether there may be a file of options in the working directory. */
export function mayHaveConfig(): boolean {
  return configNames.some((name) => existsSync(name));
}
