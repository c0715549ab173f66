import type { SourceOptions } from "@chatexport/core";
import { thisSystem } from "@chatexport/core/read";
import { placesOf } from "@chatexport/core/source";

export { directoryOf, hashOf, isProjectName } from "./project.js";
export { projectMark, sessionPath, sessionsNamed } from "./session-place.js";

/** The tool's own folders, or what `roots` name. */
export function ownFolders(given: SourceOptions): readonly string[] {
  // The tool's variable names a home.
  const home = given.home ?? (thisSystem().env.GEMINI_CLI_HOME || undefined);
  return placesOf({ ...given, ...(home !== undefined && { home }) }, ".gemini");
}
