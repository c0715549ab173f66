import { setImmediate } from "node:timers/promises";
import type { Session, Sink } from "@chatexport/core";
import { largeSession, sampleSessions } from "../samples/sample-sessions.js";
import { inTwoPlaces } from "../shared/surroundings.js";
import { garbageCollector } from "../shared/watch-process.js";
import { type CheckedSink, changes, rendered, sumOf } from "./host.js";

/** A session is handed out to several sinks, one after the other: none may change it. */
export async function* leavesSessionsAsTheyAre(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  for (const session of sampleSessions()) {
    const before = JSON.stringify(session);
    await rendered(subject, sink, session, { files: true });
    yield* changes(JSON.stringify(session), before, "After it was rendered,");
    await rendered(subject, sink, frozen(session), { files: true });
  }
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner);
  return value;
}

/** A sink that lives on holds nothing of a session that it has rendered. */
export async function* forgetsSessions(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  const rendered = await renderedOnce(subject, sink);
  const collect = garbageCollector();
  for (let turn = 0; turn < 10 && rendered.some(isAlive); turn++) {
    await setImmediate();
    collect();
  }
  if (rendered.some(isAlive)) yield "the sink still holds a session that it has rendered";
  // Else the sink itself might be gone, and with it what it holds.
  if (typeof sink.name !== "string") yield "name is not a string";
}

/** Sessions that only the sink can still hold. */
async function renderedOnce(subject: CheckedSink, sink: Sink): Promise<WeakRef<object>[]> {
  const held: WeakRef<object>[] = [];
  for (const session of sampleSessions()) {
    await rendered(subject, sink, session);
    held.push(...[session, ...session.messages].map((object) => new WeakRef(object)));
  }
  return held;
}

function isAlive(held: WeakRef<object>): boolean {
  return held.deref() !== undefined;
}

/** Sessions that are rendered at the same time become what they become alone. */
export async function* keepsSessionsApart(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  // The large one comes in many pieces, between which the others come.
  const sessions = [largeSession(500_000), ...sampleSessions()];
  const alone: string[] = [];
  for (const session of sessions) alone.push(sumOf(await rendered(subject, sink, session)));
  const together = await Promise.all(sessions.map((session) => rendered(subject, sink, session)));
  for (const [index, rendering] of together.entries())
    yield* changes(sumOf(rendering), alone[index] ?? "", "Beside another session");
}

/** The same sink and a new one write the same again. */
export async function* isSameTwice(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  for (const session of sampleSessions()) {
    const first = await sumWith(subject, session, sink);
    yield* changes(await sumWith(subject, session, sink), first, "The second time");
    yield* changes(await sumWith(subject, session), first, "From a new sink");
  }
}

/** Nothing of the machine and the moment gets into a document. */
export async function* isSameAnywhere(subject: CheckedSink): AsyncGenerator<string> {
  for (const session of sampleSessions()) {
    const [here, there] = await inTwoPlaces(() => sumWith(subject, session));
    yield* changes(there, here, "At another time, in another zone and language");
  }
}

async function sumWith(
  subject: CheckedSink,
  session: Session,
  sink = subject.create(),
): Promise<string> {
  return sumOf(await rendered(subject, sink, session, { files: true }));
}
