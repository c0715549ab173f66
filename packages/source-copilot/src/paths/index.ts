import { objectOf, textOf } from "@chatexport/core/read";

export { workspaceFields } from "../cli/workspace-file.js";
export { listSessions } from "../list-sessions.js";
export { isEventLog, placesOf } from "../locate.js";

/** Fields of events that place a session of the command line (1.0.102). */
export const placeFields: readonly string[] = [
  "data.context.cwd",
  "data.context.gitRoot",
  "data.cwd",
  "data.gitRoot",
];

/** Whether an event places a session; all others tell what was said or done in it. */
export function isPlaced(event: unknown): boolean {
  const type = textOf(objectOf(event)?.type) ?? "";
  return /^session\.(?:start|resume|context_changed)$/.test(type);
}
