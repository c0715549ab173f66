import { contextFor, type ListedSession, messageOf } from "@chatexport/core";
import type { Run } from "../run.js";

/**
 * What becomes of looking into a session; undefined when that fails, which is reported: a session that
 * nobody can read, such as one with data nested without end, never stops the others.
 */
export async function attempt<Result>(
  { ref, source }: ListedSession,
  look: () => Result | Promise<Result>,
  run: Pick<Run, "report" | "signal">,
): Promise<Result | undefined> {
  try {
    return await look();
  } catch (cause) {
    if (run.signal.aborted) return undefined;
    contextFor(run, { source: source.name, session: ref.id }).report({
      severity: "error",
      code: "session-failed",
      message: `The session could not be searched: ${messageOf(cause)}`,
      cause,
    });
    return undefined;
  }
}
