import { inBatches } from "@chatexport/archive/content";
import type { SessionRef } from "@chatexport/core";
import type { SearchOptions } from "../options.js";
import { writeStdout } from "../terminal/stdout.js";
import { stdoutStyle } from "../terminal/text-style.js";
import { jsonHits } from "./json-hits.js";
import { lineHits } from "./line-hits.js";
import type { FoundSession } from "./search-sessions.js";
import { terminalHits } from "./terminal-hits.js";

/** Prints what was found in a session: JSON, lines for other tools, or what suits the terminal. */
export function printerFor(
  { json, color }: Pick<SearchOptions, "json" | "color">,
  shortId: (ref: SessionRef) => string,
): (found: FoundSession) => Promise<void> {
  const { stdout } = process;
  if (json) return (found) => writeLines(jsonHits(found));
  if (!stdout.isTTY) return (found) => writeLines(lineHits(found, shortId(found.ref)));
  let isFirst = true;
  return async (found) => {
    // A window can have changed its size.
    const { columns = 80, colors } = stdoutStyle(color);
    const gap = isFirst ? "" : "\n";
    isFirst = false;
    await writeStdout(gap + terminalHits(found, shortId(found.ref), { columns, colors }));
  };
}

/** Each line may be long, so that all of them together are more than fits into memory. */
async function writeLines(lines: Iterable<string>): Promise<void> {
  for await (const batch of inBatches(lines)) await writeStdout(batch);
}
