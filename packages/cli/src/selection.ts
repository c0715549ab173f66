import type { ListedSession, SessionRef } from "@chatexport/core";
import { lettersOf, shortIds } from "./archive/short-ids.js";
import type { CommonOptions } from "./options.js";
import { projectFilter } from "./project-filter.js";
import { clean } from "./terminal.js";

/** The sessions that the user asked for. */
export interface Selected {
  /** In the order of the list. */
  sessions: ListedSession[];
  /** Sentences about each `--session` that names no session or several. */
  unmet: string[];
  /** How many were left out because they have no time that could be compared. */
  undated: number;
}

/** Chooses from all sessions, which come newest first. */
export async function selectSessions(
  listed: readonly ListedSession[],
  options: Pick<CommonOptions, "project" | "session" | "since" | "until" | "limit">,
): Promise<Selected> {
  const { project, session, since, until, limit } = options;
  const unmet: string[] = [];
  let sessions = [...listed];
  let undated = 0;

  if (session) {
    const named = new Set<ListedSession>();
    const shortId = shortIds(listed.map(({ ref }) => ref));
    for (const id of session) {
      const found = sessionsNamed(id, listed, shortId);
      const [first] = found;
      if (first && found.length === 1) named.add(first);
      else unmet.push(complaint(id, found));
    }
    sessions = sessions.filter((candidate) => named.has(candidate));
  }
  if (project !== undefined) {
    const matches = await projectFilter(project);
    sessions = sessions.filter(({ ref }) => matches(ref));
  }
  if (since !== undefined || until !== undefined) {
    undated = sessions.filter(({ ref }) => !isDated(ref)).length;
    sessions = sessions.filter(({ ref }) => isDated(ref) && overlaps(ref, since, until));
  }
  return { sessions: sessions.slice(0, limit), unmet, undated };
}

/** The sessions whose id is, begins with or ends with what the user wrote. */
function sessionsNamed(
  wanted: string,
  listed: readonly ListedSession[],
  shortId: (ref: SessionRef) => string,
): ListedSession[] {
  const exact = listed.filter(({ ref }) => ref.id === wanted || shortId(ref) === wanted);
  if (exact.length > 0) return exact;
  // Short ids, as in lists and file names, have lost all that is not a letter or digit.
  const letters = lettersOf(wanted).toLowerCase();
  if (letters === "") return [];
  return listed.filter(({ ref }) => {
    const id = lettersOf(ref.id).toLowerCase();
    return id.startsWith(letters) || id.endsWith(letters);
  });
}

function complaint(id: string, found: readonly ListedSession[]): string {
  const wanted = `--session ${clean(id)}`;
  if (found.length === 0) return `${wanted}: no session has an id that begins or ends so.`;
  const shown = found.slice(0, 3).map(({ ref }) => clean(ref.id));
  const more = found.length > shown.length ? ", …" : "";
  return `${wanted}: ${found.length} sessions have such an id (${shown.join(", ")}${more}); write more of it.`;
}

function isDated({ startedAt, updatedAt }: SessionRef): boolean {
  return !Number.isNaN(Date.parse(startedAt ?? updatedAt ?? ""));
}

function overlaps(
  { startedAt, updatedAt }: SessionRef,
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): boolean {
  const start = Date.parse(startedAt ?? updatedAt ?? "");
  const end = Date.parse(updatedAt ?? startedAt ?? "");
  return end >= since && start <= until;
}
