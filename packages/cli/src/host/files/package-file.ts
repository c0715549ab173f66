import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The version of this program. */
export const version = versionOf("chatexport");

/** The version of a package that is installed beside this program, or of this one. */
export function versionOf(name: string): string {
  const manifest: { version: string } = require(`${name}/package.json`);
  return manifest.version;
}

/** The path of a file of this package, such as `bin/chatexport.js`, wherever this code lies in it. */
export function packageFile(path: string): string {
  return join(dirname(require.resolve("chatexport/package.json")), path);
}
