import { createRequire } from "node:module";

/**
 * The class of a database, from Node itself where it has one, else from the package of the same
 * interface that the tests use.
 */
export const { DatabaseSync } =
  process.getBuiltinModule("node:sqlite") ??
  createRequire(new URL("../packages/source-cursor/package.json", import.meta.url))(
    "@photostructure/sqlite",
  );
