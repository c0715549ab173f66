import type { Context } from "@chatexport/core";
import type { Databases } from "@chatexport/sqlite";
import type { StoreFiles } from "./store-files.js";

/** What reading a list in a database gets. */
export interface ListingContext extends Context {
  /** Conversations in which nothing was said are wanted, too. */
  empty?: boolean;
  /** What is reported is not told to anybody. */
  isQuiet?: boolean;
}

/** What listing gets. */
export interface ListContext extends ListingContext {
  /** Opens databases, each once. */
  databases: Databases;
}

/** What the readers of all stores get. */
export interface ReadContext extends Context {
  /** Opens databases, each once. */
  databases: Databases;
  /** Reads files that records name, as long as they lie in Cursor's own folders. */
  files: StoreFiles;
}
