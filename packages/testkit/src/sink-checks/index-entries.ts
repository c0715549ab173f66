import type { IndexEntry, Sink } from "@chatexport/core";
import { inTwoPlaces } from "../shared/surroundings.js";
import { type CheckedSink, changes, textOf } from "./host.js";

/** Entries of an index with everything that can be known of a session, and with nothing. */
export function sampleEntries(): IndexEntry[] {
  return [
    {
      id: "3d7a90f2-ferry",
      source: "demo",
      title: "Ferry timetable",
      project: "ferries",
      startedAt: "2026-04-11T08:00:00Z",
      updatedAt: "2026-04-11T22:20:30.250Z",
      model: "model-2",
      firstPrompt: "Why does the last boat not show?",
      messageCount: 1234,
      subagentCount: 2,
      promptCount: 7,
      failedCallCount: 3,
      changes: { files: 2, added: 1120, removed: 4 },
      marks: ["Committed 4e12a98", "338 tests pass"],
      archived: true,
      state: "decayed",
      href: "zqxentrya",
      earlier: ["zqxearliera"],
    },
    {
      id: "b81e-tools",
      source: "demo",
      title: "Äpfel and izba",
      project: "çay",
      startedAt: "2026-04-10T23:30:00Z",
      state: "vanished",
      href: "zqxentryb",
    },
    {
      id: "c0-files",
      source: "other",
      title: "Ice",
      project: "Ice",
      startedAt: "2025-12-31T23:59:59Z",
      messageCount: 1,
      href: "zqxentryc",
    },
    { id: "d4-bare", source: "other", href: "zqxentryd" },
  ];
}

/** The index of a sink, as text; empty for a sink that has none. */
export async function indexOf(
  subject: CheckedSink,
  sink: Sink,
  entries: readonly IndexEntry[],
): Promise<string> {
  const { signal } = new AbortController();
  const pieces = sink.index?.(entries, { report() {}, signal });
  return pieces ? textOf(subject, pieces) : "";
}

/** The index of any number of sessions is the same each time, everywhere. */
export async function* indexIsSame(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  if (!sink.index) return;
  const many = Array.from({ length: 50 }, (_, index) =>
    sampleEntries().map((entry) => ({ ...entry, id: `${entry.id}-${index}` })),
  ).flat();
  for (const entries of [[], sampleEntries(), many]) {
    const before = JSON.stringify(entries);
    const first = await indexOf(subject, sink, entries);
    yield* changes(JSON.stringify(entries), before, "After an index was written of it, the list");
    subject.outline(first);
    yield* changes(await indexOf(subject, subject.create(), entries), first, "The second time");
    const [here, there] = await inTwoPlaces(() => indexOf(subject, sink, entries));
    yield* changes(there, here, "At another time, in another zone and language");
  }
}

/** The index leads to every document, with the link that the host gave. */
export async function* indexLinksToAll(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  if (!sink.index) return;
  const index = await indexOf(subject, sink, sampleEntries());
  for (const { href, earlier = [] } of sampleEntries())
    for (const link of [href, ...earlier])
      if (!index.includes(link)) yield `the index does not lead to ${link}`;
}
