import type { Context, JsonObject } from "@chatexport/core";
import { objectOf, parseLine } from "@chatexport/core/read";
import { malformedSidecar } from "../diagnostics.js";
import { readUnlinkedFile } from "../files/private-file.js";

/** The sidecar beside a sub-agent's transcript (2.1.5x and later). Reports one that cannot be understood. */
export function readSidecar(path: string, context: Context): JsonObject | undefined {
  try {
    const read = readUnlinkedFile(path);
    const sidecar = "text" in read ? objectOf(parseLine(read.text)) : undefined;
    if (sidecar) return sidecar;
  } catch {
    // It is gone.
  }
  context.report(malformedSidecar(path, "agent"));
  return undefined;
}
