import type { Context } from "@chatexport/core";
import type { Databases } from "@chatexport/sqlite";
import type { StoreFiles } from "./store-files.js";

/** The context for reading the lists of a database. */
export interface ListingContext extends Context {
  /** Conversations in which nothing was said are wanted, too. */
  empty?: boolean;
  /** The caller drops what is reported. */
  isQuiet?: boolean;
}

/** The context for listing. */
export interface ListContext extends ListingContext {
  /** Opens databases, each once. */
  databases: Databases;
}

/** The context for reading a conversation from any store. */
export interface ReadContext extends Context {
  /** Opens databases, each once. */
  databases: Databases;
  /** Reads files that records name, as long as they lie in Cursor's own folders. */
  files: StoreFiles;
}
