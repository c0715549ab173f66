import { statSync } from "node:fs";
import { join } from "node:path";
import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { isMissing } from "@chatexport/core/read";
import { fileSource, placeOptions } from "@chatexport/core/source";
import { filesOf, formatOf, type Stored, sessionsAt } from "./list-sessions.js";
import { ownFolders } from "./paths.js";
import { retentionAt } from "./retention.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .gemini folder",
  "The .gemini folder, a folder of chats at any depth, or one chat",
);

/** Reads what Gemini CLI keeps about conversations, of every version, and the plain logs of Antigravity. */
export default function gemini(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  return fileSource<Stored>({
    name: "gemini",
    format: "gemini/log",
    places: places(given),
    sessionsAt,
    filesOf,
    load: async ({ locator }, context) =>
      (await import("./load-session.js")).loadSession(locator, undefined, context),
    formatOf,
    retentionAt,
    says: {},
  });
}

/** The folder of all projects and those of Antigravity, or what `roots` name. */
function places(given: SourceOptions): string[] {
  return ownFolders(given).flatMap((path) => {
    const projects = join(path, "tmp");
    const others = ["antigravity", "antigravity-cli", "antigravity-ide"]
      .map((name) => join(path, name, "brain"))
      .filter(isThere);
    if (!given.roots || isThere(projects)) return [projects, ...others];
    return others.length > 0 ? others : [path];
  });
}

/** True when a folder is there, or cannot be looked at, which is told when it is read. */
function isThere(folder: string): boolean {
  try {
    statSync(folder);
    return true;
  } catch (cause) {
    return !isMissing(cause);
  }
}
