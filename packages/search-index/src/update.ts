import {
  type Context,
  contextFor,
  type ListedSession,
  loadSessions,
  type Session,
} from "@chatexport/core";
import { sessionFailed } from "@chatexport/core/host";
import { attempt, once } from "@chatexport/core/read";
import type { IndexFile } from "./index-file.js";
import {
  factsOf,
  insertSession,
  type KeptRow,
  keptRow,
  keptTexts,
  type NewSession,
} from "./kept-rows.js";
import { blocksOf } from "./kept-session.js";

/** Masks a session; `wasKept` tells of a text if it is one of those that such transforms left of the session before. */
export type KeepingTransform = (
  session: Session,
  context: Context,
  wasKept: (text: string) => boolean,
) => Session | Promise<Session>;

/** With what sessions are kept. */
export interface UpdateOptions extends Context {
  /** Mask what must not be kept. */
  transforms: readonly KeepingTransform[];
  /** Hands out the sessions that are out of date while they are worked on, to tell how far that is. */
  watch?(
    outdated: readonly ListedSession[],
  ): Iterable<ListedSession> | Promise<Iterable<ListedSession>>;
}

/** In bytes, packed: as much is written at once, and lost when the process is killed. */
const batch = 2_000_000;

/** Loads, masks and keeps sessions; gives those that could not be loaded, which was reported. */
export async function keepSessions(
  file: IndexFile,
  place: string,
  outdated: readonly ListedSession[],
  { watch = (all) => all, ...options }: UpdateOptions,
): Promise<Set<ListedSession>> {
  const failed = new Set<ListedSession>();
  let ready: NewSession[] = [];
  let bytes = 0;
  const write = () => {
    const { connection } = file;
    file.write(() => {
      for (const session of ready)
        if (!isKept(file, place, session.listed)) insertSession(connection, place, session);
    });
    ready = [];
    bytes = 0;
  };
  for (const each of await watch(outdated)) {
    if (options.signal.aborted) break;
    // Another process may have done it meanwhile.
    if (isKept(file, place, each)) continue;
    // What is damaged is about to be replaced.
    const before = once(() => attempt(() => keptTexts(file.connection, place, each)));
    const session = await newSession(each, (text) => before()?.has(text) ?? false, options);
    if (!session) {
      failed.add(each);
      continue;
    }
    ready.push(session);
    for (const { content } of session.blocks) bytes += content.length;
    if (bytes >= batch) write();
  }
  write();
  return failed;
}

function isKept({ connection }: IndexFile, place: string, listed: ListedSession): boolean {
  const kept = keptRow(connection, place, listed);
  return kept !== undefined && isCurrent(kept, listed);
}

/** Tells if a session need not be loaded: it is kept as it is listed, and nothing has to be reported of it. */
export function isCurrent(
  { revision, isFaulty }: Pick<KeptRow, "revision" | "isFaulty">,
  { ref }: ListedSession,
): boolean {
  return revision === ref.revision && !isFaulty;
}

/** A session as it is to be kept; undefined when it cannot be loaded. */
async function newSession(
  listed: ListedSession,
  wasKept: (text: string) => boolean,
  { transforms, signal, report }: Omit<UpdateOptions, "watch">,
): Promise<NewSession | undefined> {
  const { ref, source } = listed;
  let isFaulty = false;
  const run: Context = {
    signal,
    report(diagnostic) {
      isFaulty ||= diagnostic.severity === "error";
      report(diagnostic);
    },
  };
  const context = contextFor(run, { source: source.name, session: ref.id });
  for await (const { session } of loadSessions([listed], run)) {
    try {
      let masked = session;
      for (const transform of transforms) masked = await transform(masked, context, wasKept);
      return {
        listed,
        revision: ref.revision,
        isMasked: masked !== session,
        isFaulty,
        facts: factsOf(masked),
        blocks: [...blocksOf(masked)],
      };
    } catch (cause) {
      context.report(sessionFailed("searched", cause));
    }
  }
  return undefined;
}
