import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

const manifest: { version: string } = require("chatexport/package.json");

/** The version of this program, and of all packages that are joined into it: they are released together. */
export const { version } = manifest;

/** The path of a file of this package, such as `bin/chatexport.js`, wherever this code lies in it. */
export function packageFile(path: string): string {
  return join(dirname(require.resolve("chatexport/package.json")), path);
}
