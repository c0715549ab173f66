import type { Diagnostic, SessionRef, Tally } from "@chatexport/core";
import { jsonLines, TallyCounter } from "@chatexport/core/read";
import { unownedRows } from "../formats/history/list-history.js";
import type { Locator } from "../head/locator.js";
import type { ConfigFolder } from "../locate/contents.js";

/** Records in one file that no session owns. */
export interface Unowned {
  path: string;
  /** What they are, for people: the history, or why listing left the file out. */
  family: string;
  tally: Tally;
}

/**
 * What becomes of the records that no session owns: rows of the prompt history, and lines of
 * transcripts that listing left out, as its diagnostics say.
 */
export function unownedRecords(
  configFolders: readonly ConfigFolder[],
  refs: readonly SessionRef<Locator>[],
  hidden: readonly Diagnostic[],
): Unowned[] {
  const known = refs.filter(
    ({ locator, listedBy }) => listedBy === undefined && isTranscript(locator),
  );
  const rows = configFolders.flatMap((folder): Unowned[] => {
    const tally = unownedRows(folder, known);
    const path = folder.history?.path ?? folder.path;
    return tally ? [{ path, family: "history.jsonl", tally }] : [];
  });
  const lines = hidden.flatMap(({ code, origin }): Unowned[] => {
    const path = origin?.path ?? "";
    const isLeftOut = leftOut.has(code) && path.endsWith(".jsonl");
    return isLeftOut ? [{ path, family: code, tally: linesOf(path, code) }] : [];
  });
  return [...rows, ...lines];
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
