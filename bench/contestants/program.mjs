import { fileURLToPath } from "node:url";
import { sources } from "../sources.mjs";

const cli = fileURLToPath(new URL("../../packages/cli/bin/chatexport.js", import.meta.url));

/** The words of a command of chatexport over a home, for Node. */
export function chatexport(command, { source, home }, ...words) {
  return [cli, command, ...sources[source].options(home), ...words];
}
