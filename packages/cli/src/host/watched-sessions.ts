import { type ListedSession, present, safeLine } from "@chatexport/core";
import type { Progress } from "../terminal/progress.js";
import type { Run } from "./run.js";

/** Hands out sessions and tells how far that is, until the caller wants no more of them. */
export async function watched<Listed extends ListedSession>(
  sessions: readonly Listed[],
  { messages, redaction }: Pick<Run, "messages" | "redaction">,
  progress = messages.progress(),
): Promise<Iterable<Listed>> {
  const names = sessions.map(({ ref }) => ref.project?.name ?? "");
  const projects = await redaction.texts(names);
  return handedOut(sessions, projects.map(safeLine), progress);
}

/** Hands out sessions, and tells how far that is, with the names of their projects. */
export function* handedOut<Listed extends ListedSession>(
  sessions: readonly Listed[],
  projects: readonly string[],
  progress: Progress,
): Generator<Listed> {
  const { weights, areBytes } = weigh(sessions);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weight = 0;
  try {
    for (const [done, session] of sessions.entries()) {
      const bytes = areBytes ? weight : undefined;
      const project = projects[done];
      const share = weight / whole;
      progress.update(present({ done, all: sessions.length, share, bytes, project }));
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
