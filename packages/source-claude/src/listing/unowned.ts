import {
  addTallies,
  type Context,
  type Diagnostic,
  jsonLines,
  type SessionRef,
  type Store,
  type Tally,
  TallyCounter,
} from "@chatexport/core";
import { unownedRows } from "../history/list.js";
import type { Locator } from "../locator.js";
import type { Place } from "../places.js";
import { findStores } from "../store.js";

/**
 * What becomes of the records at a place that no session owns: rows of the prompt history, and lines
 * of transcripts that listing left out, as its diagnostics say. Undefined when there are none.
 */
export function unownedIn(
  place: Place,
  refs: readonly SessionRef[],
  hidden: readonly Diagnostic[],
  context: Context,
): Store["unowned"] | undefined {
  const known = refs.filter(({ locator }) => isTranscript(locator as unknown as Locator));
  const rows = findStores([place], context).configFolders.flatMap(
    (folder) => unownedRows(folder, known) ?? [],
  );
  const families = new Map<string, Tally[]>();
  if (rows.length > 0) families.set("history.jsonl", rows);
  for (const { code, origin } of hidden) {
    const path = origin?.path ?? "";
    if (!leftOut.has(code) || !path.endsWith(".jsonl")) continue;
    families.set(code, [...(families.get(code) ?? []), linesOf(path, code)]);
  }
  if (families.size === 0) return undefined;
  return Object.fromEntries([...families].map(([name, tallies]) => [name, addTallies(tallies)]));
}

/** The codes of diagnostics about transcripts of this tool that hold no session. */
const leftOut: ReadonlySet<string> = new Set(["empty-transcript", "lone-helper"]);

function linesOf(path: string, reason: string): Tally {
  const tally = new TallyCounter();
  try {
    for (const batch of jsonLines(path))
      for (const line of batch) {
        tally.read();
        if ("record" in line) tally.skip(reason);
        else tally.malformed();
      }
  } catch {
    // It has gone since it was listed.
  }
  return tally.result();
}

function isTranscript({ format }: Locator): boolean {
  return format === "claude/jsonl";
}
