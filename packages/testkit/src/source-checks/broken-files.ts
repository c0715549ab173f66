import assert from "node:assert";
import { differenceOfSessions } from "./difference.js";
import { failureFrom } from "./failure.js";
import { damages, sampledFiles, withDamage, withoutFile } from "./file-damage.js";
import { type Reading, readAll, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** Disks fill up, synchronisation stops half-way: one broken file must not cost the others. */
export const brokenFilesHurtNobodyElse = inNewHome(async (trial) => {
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
        assert.ok(error instanceof Error, `${when}, load of ${id} throws what is no Error.`);
      for (const session of others) {
        const changed = differenceOfSessions([session], ofId(reading, session.id));
        assert.ok(
          changed === undefined,
          `${when}, a session changes that is as it was without the file: ${changed}.`,
        );
      }
    }
  }
});

function ofId({ sessions }: Reading, wanted: string): Reading["sessions"] {
  return sessions.filter(({ id }) => id === wanted);
}
