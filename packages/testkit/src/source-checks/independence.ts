import { isMainThread } from "node:worker_threads";
import { allMessages, type Session, type SessionRef, withSubagents } from "@chatexport/core";
import { inOtherLanguage, withClockAt, withVariables } from "../shared/surroundings.js";
import { difference } from "./difference.js";
import { type Reading, readAll, readStore } from "./reading.js";
import { makeOlder } from "./store-files.js";
import { inNewHome } from "./trial.js";

const fortyDays = 40 * 24 * 60 * 60 * 1000;

/** Same store, same bytes: next month as well. */
export const clockChangesNothing = sameElsewhere("When the clock is ahead", (read) =>
  withClockAt(fortyDays, read),
);

/** Same store, same bytes: on a laptop that travels as well. */
export const timeZoneChangesNothing = inNewHome(async function* (trial) {
  const before = await withVariables({ TZ: "Pacific/Kiritimati" }, () => readStore(trial));
  const after = await withVariables({ TZ: "America/Los_Angeles" }, () => readAll(trial.open()));
  yield* changes(before, after, "In another time zone");
});

/** The reason why the time zone cannot be changed, where that is so. */
export function cannotChangeTimeZone(): string | undefined {
  return isMainThread ? undefined : "A worker thread cannot change its time zone.";
}

/** Same store, same bytes: for people who speak another language as well. */
export const languageChangesNothing = sameElsewhere("In another language", inOtherLanguage);

function sameElsewhere(
  when: string,
  elsewhere: (read: () => Promise<Reading>) => Promise<Reading>,
): ReturnType<typeof inNewHome> {
  return inNewHome(async function* (trial) {
    const before = await readStore(trial);
    yield* changes(before, await elsewhere(() => readAll(trial.open())), when);
  });
}

/** A copied or restored store has files of today. What the store records must not follow them. */
export const timesOfFilesChangeNothing = inNewHome(async function* (trial) {
  const before = await readStore(trial);
  makeOlder(trial.home, fortyDays);
  const after = await readAll(trial.open());
  const kept = ({ refs, sessions }: Reading) => ({
    refs: refs.map(withoutFileTimes),
    sessions: sessions.map(withoutInferredTimes),
  });
  yield* changes(kept(before), kept(after), "When the files are older");
});

/** A revision follows the files; so may `updatedAt` where only bodies tell more. */
function withoutFileTimes(ref: SessionRef): object {
  const { revision: _, locator: __, expiresAt: ___, updatedAt: ____, ...told } = ref;
  return told;
}

function withoutInferredTimes(session: Session): Session {
  const copy = structuredClone(session);
  for (const each of withSubagents(copy))
    for (const message of allMessages(each))
      if (message.createdAtFrom === "inferred") delete message.createdAt;
  return copy;
}

function* changes(
  before: { refs: readonly object[]; sessions: readonly Session[] },
  after: { refs: readonly object[]; sessions: readonly Session[] },
  when: string,
): Generator<string> {
  for (const [index, session] of before.sessions.entries()) {
    const found = after.sessions.find(({ id }) => id === session.id);
    const changed =
      difference(session, found) ?? difference(before.refs[index], after.refs[index], "the ref");
    if (changed !== undefined)
      yield `${session.id}: ${when}, ${changed}. Leave out what the store does not record.`;
  }
}
