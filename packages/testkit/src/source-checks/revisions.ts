import assert from "node:assert";
import type { Session } from "@chatexport/core";
import { difference } from "./difference.js";
import { sampledFiles, withoutFile } from "./file-damage.js";
import { type Reading, readAll, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** A host loads again only what has another revision. */
export const revisionsTellOfChanges = inNewHome(async (trial) => {
  const before = await readStore(trial);
  for (const file of sampledFiles(trial.store)) {
    const after = await withoutFile(file, () => readAll(trial.open()));
    assertRevisions(before, after, `When ${file} is removed`);
  }
  await trial.subject.enlarge(trial.store, 10_000);
  const after = await readAll(trial.open());
  assertRevisions(before, after, "After enlarge");
  const revisions = new Set(before.refs.map(({ revision }) => revision));
  assert.ok(
    after.refs.some(({ revision }) => !revisions.has(revision)),
    "After enlarge no session has a revision that is new. It must differ when anything that a session is composed of has changed.",
  );
});

/** An archive would take the one session for the other, and write both again. */
export const idsStay = inNewHome(async (trial) => {
  const before = await readStore(trial);
  for (const file of sampledFiles(trial.store)) {
    const { sessions } = await withoutFile(file, () => readAll(trial.open()));
    for (const session of sessions) {
      const same = before.sessions.filter((other) => isSameConversation(session, other));
      assert.ok(
        same.length === 0 || same.some(({ id }) => id === session.id),
        `${same[0]?.id}: When ${file} is removed, this session has the id ${session.id}. An id is the tool's own, or the name of a file: never a position in a list.`,
      );
    }
  }
});

function isSameConversation(one: Session, other: Session): boolean {
  return one.messages.length > 0 && difference(one.messages, other.messages) === undefined;
}

function assertRevisions(before: Reading, after: Reading, when: string): void {
  for (const ref of before.refs) {
    const session = after.sessions.find(({ id }) => id === ref.id);
    if (!session) continue;
    const changed = difference(
      before.sessions.find(({ id }) => id === ref.id),
      session,
    );
    const revision = after.refs.find(({ id }) => id === ref.id)?.revision;
    assert.ok(
      changed === undefined || revision !== ref.revision,
      `${ref.id}: ${when} the session changes, its revision does not: ${changed}. A revision covers every file or row that the session is composed of.`,
    );
  }
}
