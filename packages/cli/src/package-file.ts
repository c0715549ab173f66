import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Where a file of this package lies: `bin/chatexport.js`. */
export function ownFile(path: string): URL {
  // Built, all code lies in dist itself, as this file does in src.
  return new URL(`../${path}`, import.meta.url);
}

const require = createRequire(import.meta.url);
const manifest: { version: string } = require(fileURLToPath(ownFile("package.json")));

/** The version of this program. */
export const { version } = manifest;

/** The version of a package that is installed beside this program. */
export function versionOf(name: string): string {
  const { version }: { version: string } = require(`${name}/package.json`);
  return version;
}
