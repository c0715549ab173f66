import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A function that frees what nobody holds. Only a collection that was asked for tells what is held, and
 * only a context that is made after the flag was set has a function for that; so nobody must start Node
 * in another way.
 */
export function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
