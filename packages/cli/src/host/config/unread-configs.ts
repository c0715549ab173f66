import { existsSync, readFileSync } from "node:fs";
import { attempt, objectOf } from "@chatexport/core/read";

const names = ["ts", "mts", "cts", "yaml", "yml", "toml"].map((end) => `chatexport.config.${end}`);

/** Places in the working directory where other programs would look for options, and this one does not. */
export function unreadConfigs(): string[] {
  const found = names.filter((name) => existsSync(name));
  return isInManifest() ? [...found, '"chatexport" in package.json'] : found;
}

function isInManifest(): boolean {
  const text = attempt(() => readFileSync("package.json", "utf8"));
  // Most have none, and need not be parsed.
  if (!text?.includes('"chatexport"')) return false;
  return objectOf(objectOf(attempt(() => JSON.parse(text)))?.chatexport) !== undefined;
}
