import type { Context } from "@chatexport/core";
import type { Databases } from "@chatexport/sqlite";

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
