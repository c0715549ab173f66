import { objectOf } from "@chatexport/core/read";

/** Fields of records that place a session, by which the tool finds it and in which it goes on (0.171.0). */
export const placeFields: readonly string[] = [
  "cwd",
  "payload.cwd",
  "payload.thread_settings.cwd",
  "payload.**.runtime_workspace_roots.*",
  "payload.**.workspace_roots.*",
  "payload.**.writable_roots.*",
  "payload.**.entries.*.path.path",
];

/** True when a record places a session; all others tell what was said or done in it. */
export function isPlaced(record: unknown): boolean {
  const { type, payload } = objectOf(record) ?? {};
  if (type === undefined) return payload === undefined;
  return (
    type === "session_meta" ||
    type === "turn_context" ||
    objectOf(payload)?.type === "thread_settings_applied"
  );
}
