import { setImmediate } from "node:timers/promises";
import type { Session } from "@chatexport/core";
import { largeSession } from "../samples/sample-sessions.js";
import { type CheckedSink, hostOf } from "./host.js";

// In characters.
const hugeSize = 6_000_000;
const largeSize = 2_000_000;

/** No piece of a huge session is more than a quarter of it. */
export async function* writesInPieces(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  let all = 0;
  let largest = 0;
  for await (const { length } of sink.render(
    largeSession(subject.isVariant ? largeSize : hugeSize),
    hostOf(subject, sink).context,
  )) {
    all += length;
    largest = Math.max(largest, length);
  }
  if (largest > all / 4)
    yield `one piece has ${largest} of the ${all} characters of a huge session`;
}

/** A piece is made only when the host asks for it. */
export async function* doesNotRunAhead(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  const { session, reads } = watched(largeSession(largeSize));
  const pieces = sink.render(session, hostOf(subject, sink).context)[Symbol.asyncIterator]();
  await pieces.next();
  const atFirst = reads();
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  if (reads() !== atFirst) yield "the sink goes on with a session while nobody asks for more";
  while (!(await pieces.next()).done);
  // A table of contents may take a look at everything before.
  if (atFirst > reads() * 0.75) yield "the first piece comes only when the whole document is made";
}

/** The session, in which each look at a text is counted. */
function watched(session: Session): { session: Session; reads: () => number } {
  let count = 0;
  const messages = session.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type !== "text"
        ? part
        : Object.defineProperty({ ...part }, "text", {
            enumerable: true,
            get() {
              count++;
              return part.text;
            },
          }),
    ),
  }));
  return { session: { ...session, messages }, reads: () => count };
}

/** A host that aborts gets an error and no end, so that no half is taken for all. */
export async function* stopsWhenAborted(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  const host = new AbortController();
  const { context } = hostOf(subject, sink, { signal: host.signal });
  const pieces = sink.render(largeSession(largeSize), context)[Symbol.asyncIterator]();
  await pieces.next();
  host.abort();
  try {
    while (!(await pieces.next()).done);
  } catch {
    return;
  }
  yield "the sink ends without an error after the host aborted";
}
