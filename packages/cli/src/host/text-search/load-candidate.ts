import { contextFor, type ListedSession, loadSessions, type Session } from "@chatexport/core";
import { sessionFailed } from "@chatexport/core/host";
import type { Run } from "../run.js";

/** The session; undefined when it surely lacks one of the words, or cannot be loaded (reported). */
export async function loadCandidate(
  listed: ListedSession,
  words: readonly string[],
  run: Pick<Run, "report" | "signal">,
): Promise<Session | undefined> {
  const { ref, source } = listed;
  const context = contextFor(run, { source: source.name, session: ref.id });
  if (words.length > 0 && source.mayContain) {
    // Where it fails, loading it will tell what is wrong.
    const mayContain = async () => source.mayContain?.(ref, words, context);
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
