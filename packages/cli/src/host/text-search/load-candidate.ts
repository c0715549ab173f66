import { contextFor, type ListedSession, loadSessions, type Session } from "@chatexport/core";
import { sessionFailed } from "@chatexport/core/host";
import type { Run } from "../run.js";

/** The session; undefined when it surely lacks a word of each of the lists, if there are any, or cannot be loaded (reported). */
export async function loadCandidate(
  listed: ListedSession,
  words: readonly (readonly string[])[],
  run: Pick<Run, "report" | "signal">,
): Promise<Session | undefined> {
  const { ref, source } = listed;
  const context = contextFor(run, { source: source.name, session: ref.id });
  if (source.mayContain && words.length > 0 && words.every((all) => all.length > 0)) {
    const mayContain = async () => {
      for (const all of words) if (await source.mayContain?.(ref, all, context)) return true;
      return false;
    };
    // Where it fails, loading it will tell what is wrong.
    const isPossible = await mayContain().catch(() => !context.signal.aborted);
    if (!isPossible) return undefined;
  }
  for await (const { session } of loadSessions([listed], run)) return session;
  return undefined;
}

/** The result of looking into a session; a failure is reported and never stops the others. */
export async function attempt<Result>(
  { ref, source }: ListedSession,
  look: () => Result | Promise<Result>,
  run: Pick<Run, "report" | "signal">,
): Promise<Result | undefined> {
  try {
    return await look();
  } catch (cause) {
    if (run.signal.aborted) return undefined;
    contextFor(run, { source: source.name, session: ref.id }).report(
      sessionFailed("searched", cause),
    );
    return undefined;
  }
}
