import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const fallback = "@photostructure/sqlite";

/**
 * What reads Cursor's databases on a Node without `node:sqlite` (below 22.13): a package that whoever
 * needs it installs beside this one. Undefined when it is not installed; it is loaded when called.
 */
export function sqliteFallback(): (() => unknown) | undefined {
  try {
    require.resolve(fallback);
  } catch {
    return undefined;
  }
  return () => require(fallback);
}
