import type { Fault } from "../mutations/mutation.js";
import type { Reading } from "../reading.js";
import type { FaultStore } from "../stores/store.js";

/** A store that was read whole and damaged. */
export interface Finished {
  store: FaultStore;
  /** Its folder. */
  folder: string;
  fault: Fault;
  /** Read whole. */
  before: Reading;
  /** Read damaged. */
  after: Reading;
  /** The files as they were whole, by path. */
  files: ReadonlyMap<string, Buffer>;
  /** The same files as they were left by the damage, as far as they are files then. */
  damaged: ReadonlyMap<string, Buffer>;
  /** The keys of the sessions that are others without what was damaged. */
  concerned: ReadonlySet<string>;
  /** The change that reading has made in the store. */
  storeChange?: string | undefined;
}

/** An invariant, as a list of its violations. */
export type Invariant = (finished: Finished) => string[];
