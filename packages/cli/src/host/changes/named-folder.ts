import { statSync } from "node:fs";
import { resolve } from "node:path";
import { attempt } from "@chatexport/core/read";
import { withHome } from "../../options/with-home.js";
import { CliError } from "../../terminal/cli-error.js";
import { shortPath } from "../files/paths.js";

/** The folder that a word of the user names. Throws when there is none. */
export function namedFolder(path: string): string {
  const folder = resolve(withHome(path));
  if (isFolder(folder)) return folder;
  throw new CliError(1, `There is no folder ${shortPath(folder)}.`);
}

/** True when a path leads to a folder. */
export function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}
