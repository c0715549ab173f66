import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { attempt } from "@chatexport/core/read";
import { garbageCollector, hostCallsBy } from "../shared/watch-process.js";
import { contextWith, listAll, readAll, useAllOf } from "./reading.js";
import { changeSince, stateOf } from "./store-files.js";
import { inNewHome } from "./trial.js";

const ownFiles = "/proc/self/fd";

// Streams need a moment to close, and databases of which a statement was not freed.
const waits = { times: 20, milliseconds: 50 };

/** Programs run for days, and on Windows an open file can be neither moved nor deleted. */
export const nothingStaysOpen = inNewHome(async function* (trial) {
  await useAllOf(trial.open());
  yield* openFiles(trial.folder, "After all was read");
  const source = trial.open();
  const refs = await listAll(source);
  for await (const _ of source.list(contextWith())) break;
  const loading = new AbortController();
  const loads = refs.map((ref) => source.load(ref, contextWith([], loading.signal)));
  loading.abort();
  await Promise.allSettled(loads);
  await source.close?.();
  yield* openFiles(trial.folder, "After a list that was left early and loads that were aborted");
});

/** The reason why it cannot be told which files are open, where that is so. */
export function cannotSeeOpenFiles(): string | undefined {
  const isTold = attempt(() => readdirSync(ownFiles)) !== undefined;
  return isTold ? undefined : "This system does not tell which files a process has open.";
}

async function* openFiles(folder: string, when: string): AsyncGenerator<string> {
  const collect = garbageCollector();
  for (let time = 0; time < waits.times && openBelow(folder).length > 0; time++) {
    await setTimeout(waits.milliseconds);
    collect();
  }
  const [path] = openBelow(folder);
  if (path !== undefined) yield `${when} and the source was closed, ${path} is still open.`;
}

function openBelow(folder: string): string[] {
  return readdirSync(ownFiles)
    .map(targetOf)
    .filter((path) => path.startsWith(folder));
}

function targetOf(file: string): string {
  // The folder that was listed is one of them, and closed by now.
  return attempt(() => readlinkSync(`${ownFiles}/${file}`)) ?? "";
}

/** Users let a program read their history only if it changes nothing. */
export const storeStaysUntouched = inNewHome(async function* ({ subject, home, store, open }) {
  const before = stateOf(home);
  for (const source of [open(), subject.create({ home })]) {
    await useAllOf(source);
    const change = changeSince(before, home);
    if (change !== undefined)
      yield `Reading ${store} has changed it: ${change}. Open files for reading alone, and put nothing beside them.`;
  }
});

/** Standard output holds what a user asked for, and the host decides when the process ends. */
export const leavesTheProcessAlone = inNewHome(async function* ({ open, subject, store }) {
  const calls = await hostCallsBy(async () => {
    await useAllOf(open());
    // Trouble is what makes programs print.
    await subject.damage(store);
    await readAll(open());
  });
  if (calls.length > 0)
    yield `The source calls ${calls.join(", ")}. What it has to say is reported: context.report({ severity, code, message, origin }).`;
});
