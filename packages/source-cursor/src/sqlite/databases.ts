import type { Database } from "./database.js";
import type { Fallback } from "./driver.js";
import { type Opened, open } from "./open.js";
import { lookAt, stillFits } from "./ways.js";

/** The databases of a source, each opened once and closed together. */
export interface Databases {
  /** Throws `DatabaseError`. */
  open(path: string): Database;
  close(): void;
}

/** Hundreds of workspaces and chats have one each; those that were opened longest ago are closed. */
const mostOpen = 64;

/**
 * Opens databases when they are asked for; `fallback` as in `openDatabase`. Ask again for each piece of
 * work: a database stays open until 64 others were opened.
 */
export function createDatabases(fallback?: Fallback): Databases {
  const current = new Map<string, Opened>();
  const opened: Database[] = [];
  return {
    open(path) {
      const known = current.get(path);
      // Cursor may have started meanwhile, and would then write what is read as if it never changed.
      if (known && stillFits(known.way, known.files, lookAt(path))) return known.database;
      const next = open(path, fallback);
      current.set(path, next);
      opened.push(next.database);
      if (opened.length > mostOpen) closeOldest(opened, current);
      return next.database;
    },
    close() {
      // The replaced ones too: until now somebody may have been reading them.
      for (const database of opened.splice(0)) database.close();
      current.clear();
    },
  };
}

function closeOldest(opened: Database[], current: Map<string, Opened>): void {
  const oldest = opened.shift();
  if (!oldest) return;
  oldest.close();
  if (current.get(oldest.path)?.database === oldest) current.delete(oldest.path);
}
