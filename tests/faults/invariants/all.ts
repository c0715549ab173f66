import { diagnosticsNamePlaces } from "./diagnostics.js";
import type { Finished, Invariant } from "./finished.js";
import { fieldsHoldWhatTheModelSays } from "./model.js";
import { nothingCrashes, nothingIsPolluted } from "./no-crash.js";
import { lostSessionsAreNamed, untouchedTextsComeOut } from "./nothing-lost.js";
import { othersStay } from "./others-stay.js";
import { storeIsUntouched } from "./store-untouched.js";
import { linesAreCounted, malformedIsReported, talliesAddUp } from "./tallies.js";

/** The invariants that hold for every damage, by a short name. */
const invariants = {
  crash: nothingCrashes,
  pollution: nothingIsPolluted,
  touched: storeIsUntouched,
  diagnostic: diagnosticsNamePlaces,
  others: othersStay,
  tally: talliesAddUp,
  malformed: malformedIsReported,
  lines: linesAreCounted,
  session: lostSessionsAreNamed,
  text: untouchedTextsComeOut,
  model: fieldsHoldWhatTheModelSays,
} satisfies Readonly<Record<string, Invariant>>;

/** The name of an invariant. */
type InvariantName = keyof typeof invariants;

/** The invariant that does not hold. */
export interface Finding {
  invariant: InvariantName | "hang" | "end";
  what: string;
}

/** The invariants that do not hold for a damaged store. */
export function findingsOf(finished: Finished): Finding[] {
  return (Object.keys(invariants) as InvariantName[]).flatMap((invariant) =>
    invariants[invariant](finished).map((what) => ({ invariant, what })),
  );
}
