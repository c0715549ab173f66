import type { Context } from "@chatexport/core";
import type { Databases } from "./sqlite/databases.js";

/** What listing gets. */
export interface ListContext extends Context {
  /** Opens databases, each once. */
  databases: Databases;
}
