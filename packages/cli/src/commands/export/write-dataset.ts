import { setFlagsFromString } from "node:v8";
import { fingerprintOf, shortHash, subagentsOf } from "@chatexport/archive";
import {
  contextFor,
  type Dataset,
  droppedFeatures,
  type Feature,
  type ListedContent,
  type ListedSession,
  loadSessions,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import type { Made } from "../../host/plugins/plugin-package.js";
import { watched } from "../../host/run.js";
import type { FoundSessions } from "../../host/selection/find-sessions.js";
import { datasetPrivacy } from "./dataset-privacy.js";
import { withMaskedRecords } from "./masked-records.js";
import { type ExportResult, type SessionResult, sessionResult } from "./result.js";
import { opened, type Writing } from "./write-sessions.js";

/** Writes sessions into the folder of a dataset; only those are loaded that it has not as they are. */
export async function writeDataset(
  { selected }: FoundSessions,
  made: Made<Dataset>,
  writing: Writing,
): Promise<ExportResult> {
  const { destination, archive, options, run } = writing;
  const { name: sink, plugin: dataset } = made;
  const listed = new Map(selected.map((each) => [each.ref, each]));
  const privacy = datasetPrivacy(run);
  const plan = await opened(
    () =>
      dataset.plan([...listed.keys()], {
        ...contextFor(run, {}),
        folder: destination.path ?? "",
        isForced: options.force ?? false,
        revisionOf: (ref) => revisionOf(ref, listed.get(ref), made, writing),
        wait: archive.wait,
        privacy,
      }),
    writing,
  );
  const states = new Map(plan.outdated.map(({ ref, state }) => [ref, state]));
  const done = new Map<SessionRef, SessionResult>();
  const note = (ref: SessionRef, counts: Parameters<typeof sessionResult>[1], isRead: boolean) =>
    done.set(
      ref,
      sessionResult(ref, counts, [{ sink, state: states.get(ref) ?? "unchanged" }], isRead),
    );
  // What an earlier run has counted of them is not kept.
  for (const ref of listed.keys()) if (options.dryRun || !states.has(ref)) note(ref, {}, false);

  const dropped = new Map<SessionRef, readonly Feature[]>();
  async function* loaded(): AsyncGenerator<ListedContent> {
    const outdated = plan.outdated.flatMap(({ ref }) => listed.get(ref) ?? []);
    const { report, signal, content, redaction } = run;
    const rules = { report, signal, note: countsOf, transforms: content.transforms };
    for await (const each of loadSessions(await watched(outdated, run), rules)) {
      const { ref, session, noted: counted } = each;
      const [masked = counted] = await withMaskedRecords([counted], redaction);
      yield each;
      dropped.set(ref, droppedFeatures(session, dataset));
      note(ref, masked, true);
    }
    privacy.close(options.strict ?? false);
  }
  // Rows live for as long as a group of them takes: V8 would let four times as much pile up. 1 GB of sessions
  // takes 0.25 GB of memory instead of 0.4, and a tenth more CPU.
  setFlagsFromString("--heap-growing-percent=30");
  // A run without sessions makes no folder.
  const isWritten = !options.dryRun && selected.length > 0;
  const written = isWritten && (await opened(() => plan.write(loaded()), writing));
  const leftOut = written ? written.leftOut : [];
  for (const { ref } of leftOut) {
    done.delete(ref);
    dropped.delete(ref);
  }
  return {
    selected: selected.length,
    sessions: [...listed.keys()].flatMap((ref) => done.get(ref) ?? []),
    dropped: new Map([[sink, new Set([...dropped.values()].flat())]]),
    leftOut,
    diagnostics: run.diagnostics,
  };
}

function countsOf(session: Session) {
  return { records: session.records, subagents: subagentsOf(session) };
}

/** Another text when anything is another that the rows of a session depend on. */
function revisionOf(
  { revision }: SessionRef,
  listed: ListedSession | undefined,
  made: Made<Dataset>,
  { archive, run }: Writing,
): string {
  const source = listed ? [archive.inputOf(listed.source)] : [];
  return shortHash(`${fingerprintOf(...source, made, ...run.content.inputs)} ${revision}`);
}
