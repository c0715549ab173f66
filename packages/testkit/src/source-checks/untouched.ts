import assert from "node:assert";
import { changeSince, stateOf } from "./store-state.js";
import { inNewHome } from "./trial.js";
import { useAllOf } from "./use.js";

/** Nobody would let a program read their history that changes it. */
export const storeStaysUntouched = inNewHome(async ({ subject, home, store, open }) => {
  const before = stateOf(home);
  for (const source of [open(), subject.create({ home })]) {
    await useAllOf(source);
    const change = changeSince(before, home);
    assert.ok(
      change === undefined,
      `Reading ${store} has changed it: ${change}. Open files for reading alone, and put nothing beside them.`,
    );
  }
});
