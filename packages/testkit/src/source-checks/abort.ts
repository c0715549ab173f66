import type { Context, Diagnostic, SessionRef, Source } from "@chatexport/core";
import { difference } from "./difference.js";
import { contextWith, readStore, shown } from "./reading.js";
import { inNewHome } from "./trial.js";

/** A user who presses Ctrl+C does not want to wait. */
export const abortedBeforeGivesNothing = inNewHome(async function* (trial) {
  const { refs } = await readStore(trial);
  const source = trial.open();
  const reported: Diagnostic[] = [];
  const context = contextWith(reported, AbortSignal.abort());
  const listed = await refsUntilEnd(source, context);
  if (listed.length > 0)
    yield `list gives ${listed.length} sessions although it was aborted before. Ask signal.throwIfAborted() before each piece of work.`;
  for (const ref of refs) {
    const session = await source.load(ref, context).catch(() => undefined);
    if (session) yield `${ref.id}: load gives the session although it was aborted before.`;
  }
  await source.close?.();
  yield* troubleIn(reported);
});

/** Work that was begun ends, and nothing comes out that is not whole. */
export const abortedMeanwhileEnds = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  const source = trial.open();
  const reported: Diagnostic[] = [];
  const listing = new AbortController();
  const listed = refsUntilEnd(source, contextWith(reported, listing.signal));
  listing.abort();
  const { length } = await listed;
  if (length > 1)
    yield `list was aborted at its beginning and gives ${length} sessions. Ask signal.throwIfAborted() before each one.`;
  for (const [index, ref] of refs.entries()) {
    const loading = new AbortController();
    const loaded = source.load(ref, contextWith(reported, loading.signal)).catch(() => undefined);
    loading.abort();
    const session = await loaded;
    const changed = session && difference(sessions[index], session);
    if (changed !== undefined)
      yield `${ref.id}: load was aborted and gives a session that is not whole: ${changed}. It must reject.`;
  }
  await source.close?.();
  yield* troubleIn(reported);
});

/** The refs that come out until the list ends or throws. */
async function refsUntilEnd(source: Source, context: Context): Promise<SessionRef[]> {
  const refs: SessionRef[] = [];
  try {
    for await (const ref of source.list(context)) refs.push(ref);
  } catch {
    // That is how a list may end.
  }
  return refs;
}

function* troubleIn(reported: readonly Diagnostic[]): Generator<string> {
  const [first] = reported.filter(({ severity }) => severity !== "info");
  if (first) yield `An abort is no trouble of the store, and is reported as such: ${shown(first)}.`;
}
