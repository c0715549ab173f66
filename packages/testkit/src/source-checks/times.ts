import assert from "node:assert";
import { allMessages, allParts, type Session, withSubagents } from "@chatexport/core";
import { readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** A filler date is worse than none: it sorts, filters and counts. */
export const timesAreReal = inNewHome(async (trial) => {
  const { refs, sessions } = await readStore(trial);
  for (const { id, startedAt, updatedAt, expiresAt } of refs) {
    assertReal(id, Object.entries({ startedAt, updatedAt, expiresAt }));
    assertOrder(id, "the ref", startedAt, updatedAt);
  }
  for (const session of sessions)
    for (const each of withSubagents(session)) {
      assertReal(each.id, timesOf(each));
      assertOrder(each.id, "the session", each.startedAt, each.updatedAt);
    }
});

type NamedTime = readonly [place: string, time: string | undefined];

function* timesOf(session: Session): Generator<NamedTime> {
  const { startedAt, updatedAt } = session;
  yield* Object.entries({ startedAt, updatedAt });
  for (const message of allMessages(session)) {
    yield [`createdAt of the message ${message.id}`, message.createdAt];
    for (const part of allParts(message)) {
      if (part.type !== "tool-call") continue;
      yield [`startedAt of the call ${part.id}`, part.startedAt];
      yield [`completedAt of the call ${part.id}`, part.completedAt];
    }
  }
}

function assertReal(id: string, times: Iterable<NamedTime>): void {
  for (const [place, time] of times) {
    if (time === undefined) continue;
    assert.ok(
      isTime(time),
      `${id}: ${place} is ${JSON.stringify(time)}. Times are RFC 3339 in UTC: "2026-01-31T09:15:00.000Z".`,
    );
    assert.ok(
      time >= "2010" && time < "2100",
      `${id}: ${place} is ${time}. No coding agent was there: is it a filler, or a wrong unit?`,
    );
  }
}

function assertOrder(id: string, what: string, startedAt = "", updatedAt = startedAt): void {
  assert.ok(
    Date.parse(updatedAt) >= Date.parse(startedAt) || startedAt === "",
    `${id}: ${what} was updated at ${updatedAt}, before it was started at ${startedAt}.`,
  );
}

/** Whether a time is written as the model does, and its day is in the calendar. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) return false;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return false;
  return new Date(milliseconds).toISOString().slice(0, 19) === text.slice(0, 19);
}
