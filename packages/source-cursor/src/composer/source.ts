import type { JsonObject, Origin } from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";

/** A composer whose JSON was read. */
export interface ComposerSource {
  /** As its key spells it. */
  id: string;
  data: JsonObject;
  format: "cursor/bubbles" | "cursor/inline";
  origin: Origin;
  /** `cursorDiskKV` of its database; absent for a composer inside a row of a workspace. */
  rows?: KeyValues;
  /** Goes on counting where the caller, who read the composer's own row, began. */
  tally?: TallyCounter;
}

/** The counter of a composer's records, which has counted its own row. */
export function tallyOf({ rows, tally }: ComposerSource): TallyCounter {
  if (tally) return tally;
  const counter = new TallyCounter();
  if (rows) {
    counter.read();
    counter.keep();
  }
  return counter;
}
