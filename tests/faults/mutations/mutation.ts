import type { Random } from "../random.js";

/** The damage to a store. */
export interface Fault {
  /** The damage and its place, in a few words. */
  what: string;
  /** The places that it may concern: whatever is the same without them, must be the same with this. */
  places: readonly Place[];
  /** Nobody can tell that something was there: a file is gone, a row was deleted. */
  isInvisible?: boolean;
  /** Something is nested so deep that a session may be lost, as long as that is said. */
  isDeep?: boolean;
  /** Begins before anything is read; returns how it ends. */
  whileReading?: () => () => void;
  /** Happens after the sessions were listed. */
  afterListing?: () => void;
  /** Happens in between while sessions are loaded. */
  whileLoading?: () => void;
  /** Takes back what would keep the store from being removed. */
  undo?: () => void;
}

/** A part of a store: a file or folder, or a row of a database. */
export interface Place {
  /** The whole path. */
  path: string;
  row?: { table: string; rowid: number };
}

/** A way to damage a store. Nothing is returned where there is nothing that it could damage. */
export interface Mutation {
  name: string;
  apply(store: string, random: Random): Fault | undefined;
}
