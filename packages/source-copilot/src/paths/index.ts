import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, type System } from "@chatexport/core/read";

/** All event logs of the command line in the user's own store, each with the id of its session (1.0.102). */
export function ownEventLogs({ env, home }: System): { session: string; path: string }[] {
  const folder = join(env.COPILOT_HOME || join(home, ".copilot"), "session-state");
  const sessions = attempt(() => readdirSync(folder)) ?? [];
  return sessions
    .map((session) => ({ session, path: join(folder, session, "events.jsonl") }))
    .filter(({ path }) => existsSync(path));
}
