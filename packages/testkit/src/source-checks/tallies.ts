import { addTallies, type Session, tallyAddsUp, total, withSubagents } from "@chatexport/core";
import { partsOf, readStore, storesOf } from "./reading.js";
import { inNewHome } from "./trial.js";

/** The fate of each record can be told. */
export const talliesAddUp = inNewHome(async function* (trial) {
  let isAnyKept = false;
  for (const session of (await readStore(trial)).sessions)
    for (const { id, messages, records } of withSubagents(session)) {
      if (!tallyAddsUp(records))
        yield `${id}: the tally does not add up: ${JSON.stringify(records)}. read must be kept + skipped + unknown + malformed.`;
      isAnyKept ||= messages.length > 0 && records.kept > 0;
    }
  if (!isAnyKept)
    yield "No session with messages has kept a record: a record in it counts as kept.";
});

/** Records that the tool adds tomorrow are in the archives of today. */
export const unknownRecordsAreKept = inNewHome(async function* (trial) {
  const before = (await readStore(trial)).sessions.map(unknownIn);
  const { addUnknown } = trial.subject;
  const added = (await addUnknown?.(trial.store)) ?? 0;
  const after = addUnknown ? (await readStore(trial)).sessions.map(unknownIn) : before;
  for (const { id, counted, kept } of after)
    if (kept < counted)
      yield `${id}: the tally has ${counted} unknown records, and the session ${kept} unknown parts. Keep each as it is: { type: "unknown", recordType, native }.`;
  const found = sumOf(after) - sumOf(before);
  if (found !== added)
    yield `addUnknown added ${added} records, and the tallies have ${found} unknown ones more. Count a record of a type that is not known as unknown.`;
});

/** The number of records that a session and its sub-agents count as unknown, and keep as such. */
function unknownIn(session: Session): { id: string; counted: number; kept: number } {
  const all = [...withSubagents(session)];
  return {
    id: session.id,
    counted: total(addTallies(all.map(({ records }) => records)).unknown),
    kept: all.flatMap(partsOf).filter(({ type }) => type === "unknown").length,
  };
}

function sumOf(sessions: readonly { counted: number }[]): number {
  return sessions.reduce((sum, { counted }) => sum + counted, 0);
}

/** Nothing is lost silently. */
export const everyRecordIsCounted = inNewHome(async function* (trial) {
  const { sessions } = await readStore(trial);
  const stores = await storesOf(trial.open());
  const owned = sessions.flatMap((session) => [...withSubagents(session)]);
  const ofSessions = addTallies(owned.map(({ records }) => records)).read;
  const ofStores = addTallies(stores.flatMap(({ unowned = {} }) => Object.values(unowned))).read;
  const { records } = trial.subject;
  if (ofSessions + ofStores !== records)
    yield `The store has ${records} records. Sessions have read ${ofSessions}, and stores() says that nobody owns ${ofStores}. Count each record once, with the session that it belongs to or else in unowned.`;
});
