import { textOf } from "@chatexport/core";
import type { Entry } from "./records.js";

/** The records of a transcript, those of its sub-agents apart. */
export interface Lanes {
  main: Entry[];
  /** One list for each run of a sub-agent. */
  runs: Entry[][];
}

/**
 * Takes the sub-agents out of a transcript in which they stand (until about 2.0.27). Each run has a
 * root of its own; runs in parallel alternate, so a record goes to the run of its parent. In a
 * sub-agent's own transcript everything is main.
 */
export function splitSidechains(entries: readonly Entry[]): Lanes {
  const isSide = ({ record }: Entry) => record.isSidechain === true;
  const hasMain = entries.some(
    (entry) =>
      !isSide(entry) && (entry.record.type === "user" || entry.record.type === "assistant"),
  );
  if (!hasMain || !entries.some(isSide)) return { main: [...entries], runs: [] };

  const main: Entry[] = [];
  const runs: Entry[][] = [];
  const runOf = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (!isSide(entry)) {
      main.push(entry);
      continue;
    }
    const { uuid, parentUuid } = entry.record;
    const parent = textOf(parentUuid);
    const run = (parent === undefined ? undefined : (runOf.get(parent) ?? runs.at(-1))) ?? [];
    if (run.length === 0) runs.push(run);
    run.push(entry);
    const id = textOf(uuid);
    if (id) runOf.set(id, run);
  }
  return { main, runs };
}
