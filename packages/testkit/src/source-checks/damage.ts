import { type Diagnostic, withSubagents } from "@chatexport/core";
import { differenceOfSessions } from "./difference.js";
import { failureFrom, type Reading, readAll, readStore, storesOf } from "./reading.js";
import { damages, sampledFiles, withDamage, withoutFile } from "./store-files.js";
import { inNewHome, type Trial } from "./trial.js";

/** Damage by `damage` to some sessions changes no other. */
export const damageStaysWhereItIs = inNewHome(async function* (trial) {
  const before = await readStore(trial);
  const whole = await trial.subject.damage(trial.store);
  if (whole.length === 0) yield "damage leaves no session whole: make a store with more sessions.";
  const after = await readDamaged(trial);
  for (const id of whole) {
    const [known = [], found = []] = [before, after].map(({ sessions }) =>
      sessions.filter((session) => session.id === id),
    );
    if (known.length !== 1)
      yield `damage names the session ${id}, which the store does not have: it has ${before.refs.map((ref) => ref.id).join(", ")}.`;
    const changed = differenceOfSessions(known, found);
    if (changed !== undefined) yield `Damage to others has changed a session: ${changed}.`;
  }
  for (const [id, error] of after.failures)
    if (!(error instanceof Error)) yield `${id}: load throws what is no Error.`;
});

/** A user must be able to look at what is broken. */
export const damageIsReported = inNewHome(async function* (trial) {
  await trial.subject.damage(trial.store);
  const { listing, loading } = await readDamaged(trial);
  const found = [...listing, ...[...loading.values()].flat()].filter(isTrouble);
  if (found.length === 0)
    yield "Nothing tells of the damage: report what is left out, with its place.";
  for (const { code, message, origin } of found)
    if (!origin?.path?.startsWith(trial.store))
      yield `${code} ("${message}") does not say where: its origin must name the file or database, and at best the line or key.`;
});

/** Users learn only by the count what was left out. */
export const damageIsCounted = inNewHome(async function* (trial) {
  await trial.subject.damage(trial.store);
  const { sessions, loading, failures } = await readDamaged(trial);
  const stores = await storesOf(trial.open());
  let malformed = 0;
  for (const session of sessions) {
    const tallies = [...withSubagents(session)].map(({ records }) => records.malformed ?? 0);
    const count = tallies.reduce((sum, each) => sum + each, 0);
    const told = loading.get(session.id)?.filter(isTrouble).length ?? 0;
    if (told < count)
      yield `${session.id}: the tally has ${count} malformed records, and ${told} were reported.`;
    malformed += count;
  }
  for (const { unowned = {} } of stores)
    for (const tally of Object.values(unowned)) malformed += tally.malformed ?? 0;
  if (malformed > 0) return;
  const advice = "A record that cannot be read counts as read and as malformed.";
  for (const [id, error] of failures)
    throw failureFrom(error, `No tally counts anything as malformed. ${id}: load rejects`, advice);
  yield `No tally counts anything as malformed. ${advice}`;
});

function isTrouble({ severity }: Diagnostic): boolean {
  return severity !== "info";
}

async function readDamaged({ open }: Trial): Promise<Reading> {
  return readAll(open()).catch((error) => {
    throw failureFrom(error, "list throws for a damaged store", "Report and go on.");
  });
}

/** Disks fill up, synchronisation stops half-way: one broken file must not cost the others. */
export const brokenFilesHurtNobodyElse = inNewHome(async function* (trial) {
  const { sessions } = await readStore(trial);
  for (const file of sampledFiles(trial.store)) {
    const without = await withoutFile(file, () => readAll(trial.open()));
    const others = sessions.filter(
      (session) => differenceOfSessions([session], ofId(without, session.id)) === undefined,
    );
    for (const [damage, inflict] of Object.entries(damages)) {
      const when = `When ${file} ${damage}`;
      const reading = await withDamage(file, inflict, () => readAll(trial.open())).catch(
        (error) => {
          throw failureFrom(error, `${when}, list throws`, "Report the file and go on.");
        },
      );
      for (const [id, error] of reading.failures)
        if (!(error instanceof Error)) yield `${when}, load of ${id} throws what is no Error.`;
      for (const session of others) {
        const changed = differenceOfSessions([session], ofId(reading, session.id));
        if (changed !== undefined)
          yield `${when}, a session changes that is as it was without the file: ${changed}.`;
      }
    }
  }
});

function ofId({ sessions }: Reading, wanted: string): Reading["sessions"] {
  return sessions.filter(({ id }) => id === wanted);
}
