import { type ListedSession, loadSessions, type Session } from "@chatexport/core";
import type { Run } from "../run.js";

/** A session as it may be shown; undefined when there is none or it cannot be loaded, which was reported. */
export async function loadOne(
  listed: ListedSession | undefined,
  run: Run,
): Promise<Session | undefined> {
  if (!listed) return undefined;
  const progress = run.messages.progress();
  progress.update("Reading the session …");
  try {
    const { transforms } = run.content;
    for await (const { session } of loadSessions([listed], { ...run, transforms })) return session;
    return undefined;
  } finally {
    progress.end();
  }
}
