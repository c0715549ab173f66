import type { JsonObject } from "@chatexport/core";
import type { Draft } from "./draft.js";
import type { Line } from "./line.js";

/** Leaves blocks out of messages; a record that has no other goes. */
export function leaveOutBlocks(
  draft: Draft,
  isLeftOut: (block: JsonObject, line: Line, index: number) => boolean,
): void {
  const emptied = new Set<Line>();
  for (const line of draft.links) {
    const { blocks } = line;
    const kept = blocks.filter((block, index) => !isLeftOut(block, line, index));
    if (kept.length === blocks.length) continue;
    if (kept.length === 0) emptied.add(line);
    else line.setBlocks(kept);
  }
  draft.remove(emptied);
}
