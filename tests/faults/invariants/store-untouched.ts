import type { Invariant } from "./finished.js";

/** Reading changes no byte, no time and no name. */
export const storeIsUntouched: Invariant = ({ storeChange }) =>
  storeChange === undefined ? [] : [`the store has changed: ${storeChange}`];
