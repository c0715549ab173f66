import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, type System } from "@chatexport/core/read";

export { workspaceFields } from "../cli/workspace-file.js";
export type { Head } from "../head.js";
export { listSessions } from "../list-sessions.js";
export { isEventLog, type Place, placesOf } from "../locate.js";
export { chatIndexKey } from "../vscode/places.js";
export {
  type ChatList,
  chatRows,
  incompleteLists,
  mostListed,
  withRows,
} from "../vscode/unlisted.js";

export { isPlaced, packed, placedStores, placeFields } from "./placed.js";

/** All event logs of the command line in the user's own store, each with the id of its session (1.0.102). */
export function ownEventLogs(system: System): { session: string; path: string }[] {
  const sessions = attempt(() => readdirSync(sessionsFolder(system))) ?? [];
  return sessions
    .map((session) => ({ session, path: eventLogPath(session, system) }))
    .filter(({ path }) => existsSync(path));
}

/** The event log of a session in the user's own store, if it is there. */
export function eventLogsNamed(id: string, system: System): string[] {
  return [eventLogPath(id, system)].filter((path) => existsSync(path));
}

/** The file in which the command line keeps the events of a session (1.0.102). */
export function eventLogPath(id: string, system: System): string {
  return join(sessionsFolder(system), id, "events.jsonl");
}

function sessionsFolder({ env, home }: System): string {
  return join(env.COPILOT_HOME || join(home, ".copilot"), "session-state");
}
