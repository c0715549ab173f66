import type { FileEdit } from "@chatexport/core";
import { unifiedHunks } from "@chatexport/core/read";

/**
 * Adds to the edits of a call what the tool shows of them: a diff with a part for each file, in which a
 * deleted file stands whole. Returns whether there is one.
 */
export function addHunks(edits: readonly FileEdit[], shown: string | undefined): boolean {
  const parts = (shown ?? "")
    .split("\ndiff --git ")
    .map((part) => ({
      head: part.slice(0, part.indexOf("\n")),
      hunks: unifiedHunks(part.trimEnd()),
    }))
    .filter(({ hunks }) => hunks);
  for (const edit of edits) {
    // That of a new file says what it says already.
    if (edit.kind === "create") continue;
    const own =
      edits.length === 1 ? parts[0] : parts.find(({ head }) => head.includes(`/${edit.path} `));
    if (own?.hunks) edit.hunks = own.hunks;
  }
  return parts.length > 0;
}
