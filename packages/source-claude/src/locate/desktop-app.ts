import { basename, join } from "node:path";
import { nameSet, realPath } from "@chatexport/core/read";
import { isFirstVisit, type Survey } from "./contents.js";
import { entriesOf, filesOf, foldersOf, isFolder } from "./disk.js";

/** The folders where the desktop app keeps sidecars of sessions, and all of the sessions of Cowork. */
const sessionFolders = nameSet("claude-code-sessions local-agent-mode-sessions");

/** True when a folder is one in which the desktop app keeps sessions. */
export function isDesktopSessions(folder: string): boolean {
  return sessionFolders.has(basename(folder));
}

/** True when a path lies in such a folder. */
export function isOfDesktop(path: string): boolean {
  return path.split(/[\\/]/).some((name) => sessionFolders.has(name));
}

/** Notes the sidecars of the desktop app; the result are the config folders of Cowork's sessions. */
export function visitDesktopSessions(folder: string, survey: Survey): string[] {
  survey.context.signal.throwIfAborted();
  if (!isFirstVisit(survey.folders, realPath(folder))) return [];
  const entries = entriesOf(folder, survey.context);
  for (const entry of filesOf(entries, (name) => /^local_.*\.json$/s.test(name))) {
    const file = survey.newFile(folder, entry);
    if (file) survey.contents.desktopSidecars.push(file);
  }
  return foldersOf(folder, entries).flatMap((path) => {
    const name = basename(path);
    if (otherFolders.has(name) || name.startsWith("deleted_")) return [];
    // The other files in a session's folder are the user's.
    if (!name.startsWith("local_")) return visitDesktopSessions(path, survey);
    const config = join(path, ".claude");
    return isFolder(join(config, "projects")) ? [config] : [];
  });
}

const otherFolders = nameSet("cowork_plugins outputs skills-plugin uploads");
