import { type ListedSession, present, safeLine } from "@chatexport/core";
import type { Progress } from "../terminal/progress.js";
import type { Redaction } from "./content/redaction.js";

/** The names of the projects of sessions, one for each, as they may be shown. */
export async function shownProjects(
  sessions: readonly ListedSession[],
  redaction: Redaction,
): Promise<string[]> {
  const names = await redaction.texts(sessions.map(({ ref }) => ref.project?.name ?? ""));
  return names.map(safeLine);
}

/**
 * Hands out sessions one after the other and tells how far that is, with the projects in the same
 * order. The progress ends with the last session, and also when the caller wants no more of them.
 */
export function* watched(
  sessions: readonly ListedSession[],
  progress: Progress,
  projects: readonly string[],
): Generator<ListedSession> {
  const { weights, areBytes } = weigh(sessions);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weight = 0;
  try {
    for (const [done, session] of sessions.entries()) {
      progress.update(
        present({
          done,
          all: sessions.length,
          share: weight / whole,
          bytes: areBytes ? weight : undefined,
          project: projects[done],
        }),
      );
      yield session;
      weight += weights[done] ?? 0;
    }
  } finally {
    progress.end();
  }
}

/** How much work each session is; one of unknown size is taken for one of middle size. */
function weigh(sessions: readonly ListedSession[]): { weights: number[]; areBytes: boolean } {
  const sizes = sessions.map(({ ref }) => ref.bytes);
  const known = sizes.filter((size) => size !== undefined);
  const mean = known.reduce((sum, size) => sum + size, 0) / known.length || 1;
  // An empty session is work, too.
  const weights = sizes.map((size = mean) => Math.max(size, 1));
  return { weights, areBytes: known.length === sizes.length };
}
