import { existsSync, readFileSync } from "node:fs";

/** The names under which a file of options is found in the working directory. */
export const configNames = [
  "chatexport.config.js",
  "chatexport.config.mjs",
  "chatexport.config.cjs",
  "chatexport.config.json",
] as const;

/** True when there may be a file of options in the working directory. */
export function mayHaveConfig(): boolean {
  return configNames.some((name) => existsSync(name));
}

const unread = ["ts", "mts", "cts", "yaml", "yml", "toml"].map((end) => `chatexport.config.${end}`);

/** Places in the working directory where other programs would look for options, and this one does not. */
export function unreadConfigs(): string[] {
  const found = unread.filter((name) => existsSync(name));
  return isInManifest() ? [...found, '"chatexport" in package.json'] : found;
}

// Without the helpers of core, which every start would load.
function isInManifest(): boolean {
  try {
    const text = readFileSync("package.json", "utf8");
    return text.includes('"chatexport"') && JSON.parse(text).chatexport instanceof Object;
  } catch {
    return false;
  }
}
