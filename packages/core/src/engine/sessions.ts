import { sessionFailed, sourceFailed } from "../diagnostics.js";
import type { Session } from "../model.js";
import { compareStrings } from "../order.js";
import type { Context, ListedContent, SessionRef, Sink, Source, Transform } from "../plugin.js";
import { defined } from "../present.js";
import { keptTitle } from "../read/titles.js";
import { checkSource, SessionError } from "./caller-mistakes.js";
import { malformedRef } from "./diagnostics.js";
import { refFault, sessionFault } from "./plugin-output.js";
import { contextFor, type EngineOptions, unseenErrors } from "./reporting.js";

/** The sessions to load, and what to do with each. */
export interface SessionsOptions<Noted = undefined> extends EngineOptions {
  /** Decides from what listing tells if a session is loaded. */
  select?: (ref: SessionRef) => boolean;
  /** Decides from its content if a session is handed out. */
  keep?: (session: Session) => boolean;
  /** Takes notes of a session as its source gave it, before the transforms hide or mask parts of it. */
  note?: (session: Session) => Noted;
  /** Applied to each session, one after the other. */
  transforms?: readonly Transform[];
}

/** A session that was listed, with the source that can load it. */
export interface ListedSession {
  ref: SessionRef;
  source: Source;
}

/** A session that was loaded, with its ref. */
export interface LoadedSession<Noted = undefined> extends ListedContent {
  /** The notes that `note` took of it. */
  noted: Noted;
}

/**
 * The sessions of all sources, newest first and then by id, so that the first n are the newest n.
 * One session is in memory at a time, and one that cannot be read never stops the others. Throws what `select`,
 * `keep`, `note` and transforms throw, and a TypeError for something that is no source.
 */
export async function* sessions<Noted = undefined>(
  sources: readonly Source[],
  options: SessionsOptions<Noted> = {},
): AsyncGenerator<LoadedSession<Noted>> {
  const { run, end } = unseenErrors(options);
  yield* loadSessions(await listSessions(sources, run), run);
  end();
}

/**
 * The selected sessions of all sources, newest first and then by id, without loading any. Throws what `select`
 * throws, and a TypeError for something that is no source.
 */
export async function listSessions(
  sources: readonly Source[],
  options: EngineOptions & Pick<SessionsOptions, "select"> = {},
): Promise<ListedSession[]> {
  for (const source of sources) checkSource(source);
  const { run, end } = unseenErrors(options);
  const listed: ListedSession[] = [];
  for (const source of sources) {
    for await (const ref of refsOf(source, contextFor(run, { source: source.name })))
      if (run.select?.(ref) ?? true) listed.push({ ref, source });
    if (run.signal?.aborted) return listed;
  }
  end();
  return listed.sort(newestFirst);
}

/** The sound refs that a source lists, until it fails or the signal aborts. */
async function* refsOf(source: Source, context: Context): AsyncGenerator<SessionRef> {
  const seen = new Set<string>();
  let count = 0;
  try {
    // A promise of a list is taken as well; when it is rejected, that is caught below.
    for await (const ref of await source.list(context)) {
      context.signal.throwIfAborted();
      const fault = refFault(ref) ?? repeatFault(ref, seen);
      if (fault !== undefined) context.report(malformedRef(source.name, fault));
      else yield ref;
      // Otherwise an abort would never be noticed in a list without an end.
      if (++count % 1000 === 0) await nextTurn();
    }
  } catch (cause) {
    if (!context.signal.aborted)
      context.report(sourceFailed(source.name, "list its sessions", cause));
  }
}

/**
 * Loads sessions that were listed, in the order given. Titles are shortened once they are masked. Throws what
 * `keep`, `note` and transforms throw.
 */
export async function* loadSessions<Noted = undefined>(
  listed: Iterable<ListedSession>,
  options: Omit<SessionsOptions<Noted>, "select"> = {},
): AsyncGenerator<LoadedSession<Noted>> {
  const { run, end } = unseenErrors(options);
  for (const { ref, source } of listed) {
    const context = contextFor(run, { source: source.name, session: ref.id });
    if (context.signal.aborted) return;
    let session: Session;
    let noted: Noted;
    try {
      const stored = await storedSession(source, ref, context);
      noted = run.note?.(stored) as Noted;
      session = withShownTitles(await transformed(stored, run.transforms ?? [], context));
    } catch (cause) {
      if (context.signal.aborted) return;
      if (!(cause instanceof SessionError)) throw cause;
      context.report(sessionFailed("loaded", cause.cause));
      continue;
    }
    if (run.keep?.(session) ?? true) yield { ref, session, noted };
  }
  end();
}

/** A session as its source gives it; throws a SessionError when it gives none. */
async function storedSession(source: Source, ref: SessionRef, context: Context): Promise<Session> {
  try {
    const session = await source.load(ref, context);
    const fault = sessionFault(session, ref);
    if (fault !== undefined) throw new TypeError(`the source ${source.name} gave ${fault}`);
    return session;
  } catch (cause) {
    throw new SessionError(cause);
  }
}

async function transformed(
  session: Session,
  transforms: readonly Transform[],
  context: Context,
): Promise<Session> {
  let changed = session;
  for (const transform of transforms) {
    changed = await transform(changed, context);
    if (typeof changed !== "object" || changed === null)
      throw new TypeError(`A transform gave ${String(changed)} in place of a session`);
  }
  return changed;
}

function withShownTitles(session: Session): Session {
  const subagents = session.subagents?.map(withShownTitles);
  const isSame = subagents?.every((each, index) => each === session.subagents?.[index]) ?? true;
  const title =
    session.title === undefined ? undefined : keptTitle(session.title, session.titleFrom);
  if (isSame && title === session.title) return session;
  return { ...session, ...defined({ title, subagents }) };
}

/** A rendered session. */
export interface ConvertedSession<Noted = undefined> extends LoadedSession<Noted> {
  /** The document; `node:fs/promises` writes it as it is: `writeFile(path, content)`. */
  content: AsyncIterable<string | Uint8Array>;
}

/**
 * Renders the sessions of a source, one at a time; files are written into the documents. It masks no secrets
 * and writes no files: a transform masks them (`redactor().session` of `@chatexport/redact`), and the caller
 * writes `content`.
 */
export async function* convert<Noted = undefined>(
  source: Source,
  sink: Sink,
  options: SessionsOptions<Noted> = {},
): AsyncGenerator<ConvertedSession<Noted>> {
  if (Array.isArray(source)) throw new TypeError("convert takes one source; sessions takes a list");
  for await (const loaded of sessions([source], options)) {
    const context = contextFor(options, { source: source.name, session: loaded.ref.id });
    const content = sink.render(loaded.session, { ...context, asset: async () => undefined });
    yield { ...loaded, content };
  }
}

// In characters, in a message.
const longestId = 100;

/** Refuses a repeated id: the documents of one session would replace those of the other. */
function repeatFault({ source, id }: SessionRef, seen: Set<string>): string | undefined {
  const key = JSON.stringify([source, id]);
  if (seen.has(key)) return `a second session with the id ${id.slice(0, longestId)}`;
  seen.add(key);
  return undefined;
}

function newestFirst({ ref: a }: ListedSession, { ref: b }: ListedSession): number {
  return (
    compareStrings(b.updatedAt ?? b.startedAt ?? "", a.updatedAt ?? a.startedAt ?? "") ||
    compareStrings(a.source, b.source) ||
    compareStrings(a.id, b.id)
  );
}

/** Lets others have their turn. In a browser, where there is no `setImmediate`, that takes a millisecond. */
function nextTurn(): Promise<void> {
  const { setImmediate, setTimeout }: Turns = globalThis;
  return new Promise((resolve) => (setImmediate ?? setTimeout)(resolve));
}

interface Turns {
  setImmediate?: (resolve: () => void) => unknown;
  setTimeout: (resolve: () => void) => unknown;
}
