import type { Context } from "@chatexport/core";
import type { Database, Databases } from "@chatexport/sqlite";
import { unreadableDatabase } from "../diagnostics.js";
import type { StoreFiles } from "./store-files.js";

interface DatabaseContext extends Context {
  /** Opens databases, each once. */
  databases: Databases;
}

/** The context for listing. */
export interface ListContext extends DatabaseContext {
  /** Conversations in which nothing was said are wanted, too. */
  empty?: boolean;
  /** The caller drops what is reported. */
  isQuiet?: boolean;
}

/** The context for reading a conversation from any store. */
export interface ReadContext extends DatabaseContext {
  /** Reads files that records name, as long as they lie in Cursor's own folders. */
  files: StoreFiles;
}

/** The result of work on a database; undefined for one that cannot be read, which is reported. */
export function tryDatabase<T>(
  path: string,
  context: DatabaseContext,
  work: (database: Database) => T,
): T | undefined {
  context.signal.throwIfAborted();
  try {
    return work(context.databases.open(path));
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableDatabase(path, cause));
    return undefined;
  }
}
