import type { Session } from "@chatexport/core";
import { sampleSessions } from "../samples/index.js";
import type { SinkSubject } from "../sink-checks.js";
import { elsewhere } from "./elsewhere.js";
import { rendered, sumOf } from "./host.js";
import { assertSame } from "./same.js";

/** The same sink and a new one write the same again. */
export async function isSameTwice(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  for (const session of sampleSessions()) {
    const first = await sumWith(subject, session, sink);
    assertSame(await sumWith(subject, session, sink), first, "The second time");
    assertSame(await sumWith(subject, session), first, "From a new sink");
  }
}

/** Nothing of the machine and the moment gets into a document. */
export async function isSameAnywhere(subject: SinkSubject): Promise<void> {
  for (const session of sampleSessions()) {
    const here = await sumWith(subject, session);
    const there = await elsewhere(() => sumWith(subject, session));
    assertSame(there, here, "At another time, in another zone and language");
  }
}

async function sumWith(
  subject: SinkSubject,
  session: Session,
  sink = subject.create(),
): Promise<string> {
  return sumOf(await rendered(subject, sink, session, { files: true }));
}
