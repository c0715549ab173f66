import { type ListedSession, loadSessions, type Session } from "@chatexport/core";
import { usageError } from "../../terminal/cli-error.js";
import { boundGarbage } from "../bound-garbage.js";
import { withSources } from "../plugins/load-plugins.js";
import type { Run } from "../run.js";
import { type FoundSessions, findSessions } from "./find-sessions.js";
import { latest, type Wanted } from "./select-sessions.js";

/** The one session that a command was asked for. */
export interface FoundSession {
  found: FoundSessions;
  /** As it may be shown; absent when there is none, or when it cannot be loaded, which was reported. */
  session?: Session;
}

/** Finds and loads the session that a part of its id or `latest` names. Throws a usage error for no word. */
export async function findOne(options: Wanted, id: string, run: Run): Promise<FoundSession> {
  if (id === "") throw usageError("'' names no session: give a part of its id, or latest.");
  const wanted = id === latest ? { limit: 1 } : { id };
  return withSources(options, async (sources) => {
    const found = await findSessions(sources, { ...options, ...wanted }, run, { isNeeded: true });
    const session = await loadOne(found.selected.slice(0, 1), run);
    return { found, ...(session && { session }) };
  });
}

async function loadOne(listed: ListedSession[], run: Run): Promise<Session | undefined> {
  const progress = run.messages.progress();
  progress.update("Reading the session …");
  try {
    const { transforms } = run.content;
    boundGarbage(listed[0]?.ref.bytes);
    for await (const { session } of loadSessions(listed, { ...run, transforms })) return session;
    return undefined;
  } finally {
    progress.end();
  }
}

/** True when a command did what it was asked for with such a session. */
export function isDone({ found, session }: FoundSession): boolean {
  return session !== undefined && found.complete;
}
