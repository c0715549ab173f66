import { lstatSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type Session } from "@chatexport/core";
import redactor from "@chatexport/redact";
import html from "@chatexport/sink-html";
import markdown from "@chatexport/sink-markdown";
import { concernedBy, restore, type Workplace } from "./concerned.js";
import { filesBelow, makeAlike } from "./files.js";
import { type Finding, findingsOf } from "./invariants/all.js";
import { anyMutation } from "./mutations/all.js";
import type { Fault } from "./mutations/mutation.js";
import { isDatabase } from "./mutations/rows.js";
import { type Random, randomFrom, seedOf } from "./random.js";
import { crash, isTooDeep, type Reading, readEverything, rendered } from "./reading.js";
import { withoutRights } from "./rights.js";
import { isSound } from "./sqlite.js";
import { changeSince, stateOf } from "./state.js";
import type { FaultStore } from "./stores/store.js";

/** The result of one damage. */
export interface Outcome {
  /** The damage and its way; absent when there was nothing to damage. */
  what?: string;
  findings: Finding[];
}

/** Makes a store and reads it whole; everything lies below an empty folder. */
export async function workplaceOf(store: FaultStore, within: string): Promise<Workplace> {
  const [pristine, folder] = [join(within, "pristine"), join(within, "store")];
  // Some stores hold their own path, so they are made where they are read.
  mkdirSync(folder);
  await store.make(folder);
  restore({ pristine: folder, folder: pristine });
  restore({ pristine, folder });
  const before = await readEverything(store.open(folder));
  // Also loads all that sinks load when they are first asked, before there is any damage.
  for (const { session } of before.sessions.values()) await renderForReaders(session);
  const files = new Map(filesBelow(folder).map((path) => [path, readFileSync(path)]));
  return { store, pristine, folder, before, files, known: new Map() };
}

/** Damages a store in the way that belongs to a number, reads it and says what does not hold. */
export async function tryOne(
  workplace: Workplace,
  seed: number,
  index: number,
  begins: (what: string) => void,
): Promise<Outcome> {
  const { store, folder, before, files } = workplace;
  restore(workplace);
  const random = randomFrom(seedOf(store.name, seed, index));
  const fault = anyFault(folder, random);
  if (!fault) return { findings: [] };
  begins(fault.what);
  const isChanging = fault.whileReading ?? fault.afterListing ?? fault.whileLoading;
  if (!isChanging) makeAlike(folder);
  const state = stateOf(folder);
  const read = () => readEverything(store.open(folder), fault);
  const after = await (fault.undo ? withoutRights(read) : read());
  const storeChange = isChanging ? undefined : changeSince(state, folder);
  fault.undo?.();
  await renderChanged(after, before, fault);
  const damaged = damagedFiles(fault);
  if (fault.places.every(({ path, row }) => !row && isDatabase(damaged.get(path)) && isSound(path)))
    fault.isInvisible = true;
  const isSame = [...before.sessions].every(
    ([key, { jsonl }]) => after.sessions.get(key)?.jsonl === jsonl,
  );
  const concerned = isSame
    ? new Set<string>()
    : await concernedBy(workplace, fault, after, damaged);
  const finished = { store, folder, fault, before, after, files, damaged, concerned, storeChange };
  return { what: fault.what, findings: findingsOf(finished) };
}

const attempts = 20;

/** Many ways to damage a store need a database, or lines. */
function anyFault(folder: string, random: Random): Fault | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const fault = anyMutation(random).apply(folder, random);
    if (fault) return fault;
  }
  return undefined;
}

function damagedFiles({ places }: Fault): Map<string, Buffer> {
  const files = places.filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
  return new Map(files.map(({ path }) => [path, readFileSync(path)]));
}

/** Sinks for readers make something of each session that is not as it was. */
async function renderChanged(after: Reading, before: Reading, fault: Fault): Promise<void> {
  for (const [key, { session, jsonl }] of after.sessions) {
    if (before.sessions.get(key)?.jsonl === jsonl) continue;
    try {
      await renderForReaders(session);
    } catch (error) {
      if (fault.isDeep && isTooDeep(error)) continue;
      after.crashes.push(crash(`rendering ${key}`, error));
    }
  }
}

const redact = redactor();

async function renderForReaders(session: Session): Promise<void> {
  const masked = await redact.session(session, contextFor({}, {}));
  for (const sink of [markdown(), html()]) await rendered(sink, masked);
}
