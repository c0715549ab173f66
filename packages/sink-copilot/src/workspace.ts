import type { Session } from "@chatexport/core";

/**
 * The text of the `workspace.yaml` beside the events of a session, which has its title (1.0.102). The client adds what
 * else it notes there.
 */
export function workspaceText({
  id,
  cwd,
  title,
  titleFrom,
  startedAt,
  updatedAt,
}: Session): string {
  const fields = {
    id,
    cwd,
    name: title?.trim().toWellFormed() || undefined,
    user_named: title ? titleFrom === "user" : undefined,
    created_at: startedAt,
    updated_at: updatedAt,
  };
  return (
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      // JSON is YAML.
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
      .join("")
  );
}
