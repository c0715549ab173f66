import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contextFor,
  type Dataset,
  type DatasetPrivacy,
  type Diagnostic,
  type OutdatedSession,
  present,
  type Session,
  type SessionRef,
  type WrittenDataset,
} from "@chatexport/core";
import { onTestFinished } from "vitest";

/** The path of a folder that nobody has made yet; what is there after the test goes. */
export function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "written");
}

/** The settings of a run, as a host gives them. */
export interface RunSettings {
  /** Of all sessions. */
  revision: string;
  isForced: boolean;
  privacy: DatasetPrivacy;
}

/** Writes sessions into a folder, as far as they are not there as they are. */
export async function runDataset(
  dataset: Dataset,
  folder: string,
  sessions: readonly Session[],
  { revision = "1", isForced = false, privacy }: Partial<RunSettings> = {},
): Promise<WrittenDataset & { outdated: readonly OutdatedSession[]; reported: Diagnostic[] }> {
  const reported: Diagnostic[] = [];
  const found = new Map(sessions.map((session) => [refOf(session, revision), session]));
  const { outdated, write } = await dataset.plan(
    [...found.keys()],
    present({
      ...contextFor({ report: (diagnostic) => reported.push(diagnostic) }, {}),
      ...{ folder, isForced, revisionOf: (ref: SessionRef) => ref.revision, wait: () => {} },
      privacy,
    }),
  );
  async function* loaded() {
    for (const { ref } of outdated) {
      const session = found.get(ref);
      if (session) yield { ref, session };
    }
  }
  return { ...(await write(loaded())), outdated, reported };
}

/** The facts that listing gives about a session. */
function refOf({ id, source, startedAt, updatedAt }: Session, revision: string): SessionRef {
  return present({ id, source, revision, locator: null, startedAt, updatedAt });
}
