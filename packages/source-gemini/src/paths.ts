import type { SourceOptions } from "@chatexport/core";
import { thisSystem } from "@chatexport/core/read";
import { placesOf } from "@chatexport/core/source";

export { directoryOf, hashOf } from "./project.js";

/** The tool's own folders, or what `roots` name. */
export function ownFolders(given: SourceOptions): readonly string[] {
  // The tool's variable names a home.
  const home = given.home ?? (thisSystem().env.GEMINI_CLI_HOME || undefined);
  return placesOf({ ...given, ...(home !== undefined && { home }) }, ".gemini");
}
