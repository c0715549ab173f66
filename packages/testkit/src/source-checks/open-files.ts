import assert from "node:assert";
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { garbageCollector } from "../garbage-collector.js";
import { contextWith, listAll } from "./reading.js";
import { inNewHome } from "./trial.js";
import { useAllOf } from "./use.js";

const ownFiles = "/proc/self/fd";

// Streams need a moment to close, and databases of which a statement was not freed.
const waits = { times: 20, milliseconds: 50 };

/** Programs run for days, and elsewhere nobody can move or delete a file that is open. */
export const nothingStaysOpen = inNewHome(async (trial) => {
  await useAllOf(trial.open());
  await assertClosed(trial.folder, "After all was read");
  const source = trial.open();
  const refs = await listAll(source);
  for await (const _ of source.list(contextWith())) break;
  const loading = new AbortController();
  const loads = refs.map((ref) => source.load(ref, contextWith([], loading.signal)));
  loading.abort();
  await Promise.allSettled(loads);
  await source.close?.();
  await assertClosed(trial.folder, "After a list that was left early and loads that were aborted");
});

/** Why it cannot be told which files are open, where that is so. */
export function cannotSeeOpenFiles(): string | undefined {
  try {
    readdirSync(ownFiles);
    return undefined;
  } catch {
    return "This system does not tell which files a process has open.";
  }
}

async function assertClosed(folder: string, when: string): Promise<void> {
  const collect = garbageCollector();
  for (let time = 0; time < waits.times && openBelow(folder).length > 0; time++) {
    await setTimeout(waits.milliseconds);
    collect();
  }
  const [path] = openBelow(folder);
  assert.ok(path === undefined, `${when} and the source was closed, ${path} is still open.`);
}

function openBelow(folder: string): string[] {
  return readdirSync(ownFiles)
    .map(targetOf)
    .filter((path) => path.startsWith(folder));
}

function targetOf(file: string): string {
  try {
    return readlinkSync(`${ownFiles}/${file}`);
  } catch {
    // The folder that was listed is one of them, and closed by now.
    return "";
  }
}
