import type { Session } from "@chatexport/core";
import { difference, differenceOfSessions } from "./difference.js";
import { contextWith, listAll, type Reading, readAll, readStore } from "./reading.js";
import { sampledFiles, withoutFile } from "./store-files.js";
import { inNewHome } from "./trial.js";

/** A store named with --home is the same as one named with --root. */
export const homeAndRootsAgree = inNewHome(async function* (trial) {
  const { sessions } = await readStore(trial);
  const ofHome = await readAll(trial.subject.create({ home: trial.home }));
  const changed = differenceOfSessions(sessions, ofHome.sessions);
  if (changed !== undefined) yield `With home the sessions are not those with roots: ${changed}.`;
});

/** An id names one session in archives, in links and on the command line. */
export const idsAreUnique = inNewHome(async function* (trial) {
  const seen = new Set<string>();
  // Several sources may be in one archive, which names the source of each session.
  for (const { source, id } of (await readStore(trial)).refs) {
    const key = JSON.stringify([source, id]);
    if (seen.has(key)) yield `${id}: two sessions have this id.`;
    if (!/^[^\p{Cc}\p{Cs}]{1,200}$/u.test(id))
      yield "An id is empty, has more than 200 characters, or one that cannot be typed.";
    seen.add(key);
  }
});

/** An archive is brought up to date by ids and revisions. */
export const listsTheSameTwice = inNewHome(async function* (trial) {
  const { refs } = await readStore(trial);
  const again = await readAll(trial.open());
  const changed = difference(refs, again.refs);
  if (changed !== undefined)
    yield `The second list of an unchanged store is not the first one: ref ${changed}. Ids and revisions come from the store, never from a clock or at random.`;
});

/** A backup, or a home folder on another machine, holds the same sessions. */
export const copyHasTheSameSessions = inNewHome(async function* (trial) {
  const { sessions } = await readStore(trial);
  const copy = trial.copyStore();
  const copied = (await readAll(trial.open(copy))).sessions;
  for (const { id } of sessions)
    if (id.includes(trial.store))
      yield `${id}: an id is a path. A copy elsewhere would have others.`;
  const changed = differenceOfSessions(
    moved(sessions, trial.store, trial.store),
    moved(copied, copy, trial.store),
  );
  if (changed !== undefined)
    yield `In a copy of the store at another path the sessions are others: ${changed}. Nothing but paths may depend on where the store lies.`;
});

/** As JSON, in which one path stands for another. */
function moved<T>(value: T, from: string, to: string): T {
  const escaped = (path: string) => JSON.stringify(path).slice(1, -1);
  return JSON.parse(JSON.stringify(value).replaceAll(escaped(from), escaped(to)));
}

/** Hosts keep refs as JSON, and load them with another source of the same options. */
export const loadsWhatWasListed = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  const source = trial.open();
  for (const [index, ref] of refs.entries()) {
    const session = sessions[index];
    if (session?.id !== ref.id || session.source !== ref.source)
      yield `${ref.id} of ${ref.source}: load gives the session ${session?.id} of ${session?.source}.`;
    const copy = await source.load(JSON.parse(JSON.stringify(ref)), contextWith());
    const changed = difference(session, copy);
    if (changed !== undefined)
      yield `${ref.id}: a copy of the ref in JSON loads another session: ${changed}. All that load needs must be in the locator, or be found again.`;
  }
  await source.close?.();
});

/** People choose a session by its title. */
export const titlesAreListed = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  for (const [index, { id, title }] of refs.entries()) {
    const own = sessions[index]?.title;
    if (title !== own)
      yield `${id}: the list has ${shown(title)}, and the session ${shown(own)}. Read the title from the first and the last records of the file while you list; promptTitle makes one of the first prompt.`;
  }
});

function shown(title: string | undefined): string {
  return title === undefined ? "no title" : `the title ${JSON.stringify(title)}`;
}

/** Nothing that was read before may change what is read next. */
export const loadsTheSameTwice = inNewHome(async function* (trial) {
  const source = trial.open();
  const refs = await listAll(source);
  const unused = structuredClone(refs);
  for (const ref of [...refs, ...refs.slice(0, 1)]) {
    const [one, other] = [
      await source.load(ref, contextWith()),
      await source.load(ref, contextWith()),
    ];
    const changed = difference(one, other);
    if (changed !== undefined) yield `${ref.id}: loaded twice, it is another: ${changed}.`;
  }
  const fresh = (await readStore(trial)).sessions;
  const wasChanged = difference(unused, refs);
  if (wasChanged !== undefined) yield `load changes the ref that it gets: ref ${wasChanged}.`;
  const late = await Promise.all([...refs].reverse().map((ref) => source.load(ref, contextWith())));
  await source.close?.();
  const changed = differenceOfSessions(fresh, late);
  if (changed !== undefined)
    yield `Loaded in another order and at the same time, sessions are others: ${changed}.`;
});

/** A host loads again only what has another revision. */
export const revisionsTellOfChanges = inNewHome(async function* (trial) {
  const before = await readStore(trial);
  for (const file of sampledFiles(trial.store)) {
    const after = await withoutFile(file, () => readAll(trial.open()));
    yield* staleRevisions(before, after, `When ${file} is removed`);
  }
  await trial.subject.enlarge(trial.store, 10_000);
  const after = await readAll(trial.open());
  yield* staleRevisions(before, after, "After enlarge");
  const revisions = new Set(before.refs.map(({ revision }) => revision));
  if (!after.refs.some(({ revision }) => !revisions.has(revision)))
    yield "After enlarge no session has a revision that is new. It must differ when anything that a session is composed of has changed.";
});

/** An archive would take the one session for the other, and write both again. */
export const idsStay = inNewHome(async function* (trial) {
  const before = await readStore(trial);
  for (const file of sampledFiles(trial.store)) {
    const { sessions } = await withoutFile(file, () => readAll(trial.open()));
    for (const session of sessions) {
      const same = before.sessions.filter((other) => isSameConversation(session, other));
      if (same.length > 0 && !same.some(({ id }) => id === session.id))
        yield `${same[0]?.id}: When ${file} is removed, this session has the id ${session.id}. An id is the tool's own, or the name of a file: never a position in a list.`;
    }
  }
});

function isSameConversation(one: Session, other: Session): boolean {
  return one.messages.length > 0 && difference(one.messages, other.messages) === undefined;
}

function* staleRevisions(before: Reading, after: Reading, when: string): Generator<string> {
  for (const ref of before.refs) {
    const session = after.sessions.find(({ id }) => id === ref.id);
    if (!session) continue;
    const changed = difference(
      before.sessions.find(({ id }) => id === ref.id),
      session,
    );
    const revision = after.refs.find(({ id }) => id === ref.id)?.revision;
    if (changed !== undefined && revision === ref.revision)
      yield `${ref.id}: ${when} the session changes, its revision does not: ${changed}. A revision covers every file or row that the session is composed of.`;
  }
}
