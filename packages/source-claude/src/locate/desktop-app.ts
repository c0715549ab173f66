import { basename } from "node:path";
import { nameSet } from "@chatexport/core/read";

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

/** The folders beside those of sessions, which hold none. */
export const otherDesktopFolders: ReadonlySet<string> = nameSet(
  "cowork_plugins outputs skills-plugin uploads",
);
