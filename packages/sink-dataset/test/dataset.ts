import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contextFor,
  type DatasetPrivacy,
  type Diagnostic,
  type Session,
  type SessionRef,
  type WrittenDataset,
} from "@chatexport/core";
import { onTestFinished } from "vitest";
import dataset, { type DatasetOptions } from "../src/index.js";

/** A folder that goes with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-dataset-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "dataset");
}

interface Settings {
  isForced: boolean;
  revision: string;
  privacy: DatasetPrivacy;
}

/** Writes sessions into a folder; which were asked for, what became of them, and what was reported. */
export async function writeDataset(
  folder: string,
  sessions: readonly Session[],
  options: DatasetOptions = {},
  { isForced = false, revision = "1", ...rest }: Partial<Settings> = {},
): Promise<WrittenDataset & { states: string[]; reported: string[] }> {
  const reported: Diagnostic[] = [];
  const found = new Map(sessions.map((session) => [refOf(session, revision), session]));
  const plan = await dataset(options).plan([...found.keys()], {
    ...contextFor({ report: (diagnostic) => reported.push(diagnostic) }, {}),
    ...{ folder, isForced, revisionOf: (ref) => ref.revision, wait: () => {}, ...rest },
  });
  async function* loaded() {
    for (const { ref } of plan.outdated) {
      const session = found.get(ref);
      if (session) yield { ref, session };
    }
  }
  const written = await plan.write(loaded());
  const states = plan.outdated.map(({ ref, state }) => `${ref.id} ${state}`);
  return { ...written, states, reported: reported.map(({ code }) => code) };
}

function refOf({ id, source }: Session, revision: string): SessionRef {
  return { id, source, revision, locator: null };
}

/** The lines of a split, parsed; none where it has no file. */
export function linesOf(folder: string, split = "train"): Record<string, unknown>[] {
  return textOf(folder, `data/${split}.jsonl`)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The text of a file in the folder; empty where there is none. */
export function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return "";
  }
}
