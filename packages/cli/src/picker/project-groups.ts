import type { ListedSession, SessionRef } from "@chatexport/core";

/** A session with what may be shown of it. */
export interface ShownSession {
  listed: ListedSession;
  /** With its secrets masked. */
  shown: SessionRef;
}

/** The sessions of a project, newest first. */
export interface ProjectGroup {
  newest: ShownSession;
  sessions: ShownSession[];
}

/** The sessions by project, those projects first that were worked on last. */
export function groupByProject(sessions: readonly ShownSession[]): ProjectGroup[] {
  const groups = new Map<string, ProjectGroup>();
  for (const session of sessions) {
    const { path, uri, name = "" } = session.listed.ref.project ?? {};
    const key = path ?? uri ?? name;
    const group = groups.get(key);
    if (group) group.sessions.push(session);
    else groups.set(key, { newest: session, sessions: [session] });
  }
  return [...groups.values()];
}
