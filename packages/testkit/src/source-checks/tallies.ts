import assert from "node:assert";
import { addTallies, allMessages, allParts, tallyAddsUp, withSubagents } from "@chatexport/core";
import { contextWith, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** What became of each record can be told. */
export const talliesAddUp = inNewHome(async (trial) => {
  for (const session of (await readStore(trial)).sessions)
    for (const { id, records } of withSubagents(session))
      assert.ok(
        tallyAddsUp(records),
        `${id}: the tally does not add up: ${JSON.stringify(records)}. read must be kept + skipped + unknown + malformed.`,
      );
});

/** What the tool adds tomorrow is in the archives of today. */
export const unknownRecordsAreKept = inNewHome(async (trial) => {
  for (const session of (await readStore(trial)).sessions)
    for (const each of withSubagents(session)) {
      const counted = Object.values(each.records.unknown ?? {}).reduce((sum, one) => sum + one, 0);
      const parts = [...allMessages(each)].flatMap((message) => [...allParts(message)]);
      const kept = parts.filter(({ type }) => type === "unknown").length;
      assert.ok(
        kept >= counted,
        `${each.id}: the tally has ${counted} unknown records, and the session ${kept} unknown parts. Keep each as it is: { type: "unknown", recordType, native }.`,
      );
    }
});

/** Nothing is lost silently. */
export const everyRecordIsCounted = inNewHome(async (trial) => {
  const { sessions } = await readStore(trial);
  const source = trial.open();
  const stores = await source.stores(contextWith(), { count: true });
  await source.close?.();
  const owned = sessions.flatMap((session) => [...withSubagents(session)]);
  const ofSessions = addTallies(owned.map(({ records }) => records)).read;
  const ofStores = addTallies(stores.flatMap(({ unowned = {} }) => Object.values(unowned))).read;
  const { records } = trial.subject;
  assert.ok(
    ofSessions + ofStores === records,
    `The store has ${records} records. Sessions have read ${ofSessions}, and stores() says that nobody owns ${ofStores}. Count each record once, with the session that it belongs to or else in unowned.`,
  );
});
