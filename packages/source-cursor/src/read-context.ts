import type { Context } from "@chatexport/core";
import type { Databases } from "@chatexport/sqlite";
import type { StoreFiles } from "./store-files.js";

/** What the readers of all stores get. */
export interface ReadContext extends Context {
  /** Opens databases, each once. */
  databases: Databases;
  /** Reads files that records name, as long as they lie in Cursor's own folders. */
  files: StoreFiles;
}
