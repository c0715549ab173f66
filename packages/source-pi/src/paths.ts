import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt, type System } from "@chatexport/core/read";

/** The sessions of an id in the user's own store (1.6.0). */
export function sessionsNamed(id: string, system: System): string[] {
  const { folder } = ownSessions(system);
  const names = attempt(() => readdirSync(folder, { recursive: true, encoding: "utf8" })) ?? [];
  return names
    .filter((name) => basename(name).endsWith(`Z_${id}.jsonl`))
    .map((name) => join(folder, name));
}

/** Where the tool keeps a session that began at a time in a folder (1.6.0). */
export function sessionPath(
  { id, folder, startedAt }: { id: string; folder: string; startedAt: Date },
  system: System,
): string {
  const { folder: sessions, isFlat } = ownSessions(system);
  const name = `${startedAt.toISOString().replace(/[:.]/g, "-")}_${id}.jsonl`;
  const project = `--${folder.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
  return isFlat ? join(sessions, name) : join(sessions, project, name);
}

/** The folder of sessions; one that the user named has no folders for projects. */
function ownSessions({ env, home }: System): { folder: string; isFlat: boolean } {
  const named = env.PI_CODING_AGENT_SESSION_DIR;
  if (named) return { folder: named, isFlat: true };
  const own = env.PI_CODING_AGENT_DIR || join(home, ".pi/agent");
  return { folder: join(own, "sessions"), isFlat: false };
}
