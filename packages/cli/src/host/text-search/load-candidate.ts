import {
  type Context,
  contextFor,
  type ListedSession,
  loadSessions,
  type Session,
} from "@chatexport/core";
import { searchFailed } from "../../diagnostics.js";
import type { Run } from "../run.js";

/**
 * The session, or undefined when its source is certain, without loading it, that it lacks one of the
 * words, or when it cannot be loaded, which is reported.
 */
export async function loadCandidate(
  listed: ListedSession,
  words: readonly string[],
  run: Pick<Run, "report" | "signal">,
): Promise<Session | undefined> {
  const context = contextFor(run, { source: listed.source.name, session: listed.ref.id });
  if (!(await mayContain(listed, words, context))) return undefined;
  for await (const { session } of loadSessions([listed], run)) return session;
  return undefined;
}

async function mayContain(
  { ref, source }: ListedSession,
  words: readonly string[],
  context: Context,
): Promise<boolean> {
  if (words.length === 0 || !source.mayContain) return true;
  try {
    return await source.mayContain(ref, words, context);
  } catch {
    // Loading it will tell what is wrong.
    return !context.signal.aborted;
  }
}

/**
 * What becomes of looking into a session; undefined when that fails, which is reported: a session that
 * cannot be read, such as one with data nested without end, never stops the others.
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
    contextFor(run, { source: source.name, session: ref.id }).report(searchFailed(cause));
    return undefined;
  }
}
