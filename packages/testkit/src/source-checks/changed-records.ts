import {
  addTallies,
  type Json,
  type JsonObject,
  type Session,
  type Tally,
  total,
  withSubagents,
} from "@chatexport/core";
import { listOf, objectOf, setField } from "@chatexport/core/read";
import { type Reading, readAll, readStore } from "./reading.js";
import { changeLines } from "./rewritten-stores.js";
import { filesBelow } from "./store-files.js";
import { type CheckedSource, inNewHome, type Trial } from "./trial.js";

/** Fields that the tool adds tomorrow are in the session, or the tally names them. */
export const newFieldsAreKeptOrTold = inNewHome((trial) => silentChanges(trial, newFields));

/** Values that tomorrow are of another kind, or have another name, are in the session, or the tally names them. */
export const changedValuesAreKeptOrTold = inNewHome((trial) => silentChanges(trial, otherValues));

/** A way to change a record. */
interface Change {
  /** The place and the change. */
  place: string;
  /** The name of the changed value. */
  name: string;
  /** The record with a text in it that is nowhere else. */
  make(mark: string): JsonObject;
}

/** Tries each change at each place of each kind of record, and says which leave no trace. */
async function* silentChanges(
  trial: Trial,
  changesOf: (record: JsonObject) => Change[],
): AsyncGenerator<string> {
  const whole = await readStore(trial);
  const before = toldIn(whole);
  const left = changesByRecord(trial, changesOf);
  // A record that changes no session, or that is left out whole for a reason, is told as such.
  const inNone = new Map<number, boolean>();
  const isInNone = async (index: number) => {
    const known = inNone.get(index);
    if (known !== undefined) return known;
    const reading = await readingWith(trial, index, () => undefined);
    const isAlike = saidIn(reading) === saidIn(whole);
    const isSo = isAlike || toldIn(reading).skipped < before.skipped;
    inNone.set(index, isSo);
    return isSo;
  };
  for (;;) {
    // One change of a record at a time, so that none hides another one.
    const changes = new Map<number, Change>();
    const store = trial.copyStore();
    changeRecords(trial.subject, store, (record, index) => {
      const change = left.get(index)?.shift();
      if (!change) return record;
      changes.set(index, change);
      return change.make(markOf(index));
    });
    if (changes.size === 0) return;
    const after = await readAll(trial.open(store));
    const text = JSON.stringify(after.sessions);
    const lost = [...changes].filter(([index]) => !text.includes(markOf(index)));
    for (const [index, { place, name, make }] of lost) {
      if (isNamed(name, after, before, lost) || (await isInNone(index))) continue;
      const mark = markOf(index);
      const alone = await readingWith(trial, index, () => make(mark));
      const told = toldIn(alone);
      if (JSON.stringify(alone.sessions).includes(mark) || told.trouble > before.trouble) continue;
      yield told.sessions < before.sessions
        ? `With ${place}, a session is no longer listed. A session is known by its path and shape, whatever one value is.`
        : `${place} is in no session, and no tally names it. Take each field as the kind of value that you read, and keep what is left over.`;
    }
  }
}

/**
 * The changes to try, by the index of the record. Records of a kind share those at the places that they have
 * in common, so that each has few.
 */
function changesByRecord(
  { subject, copyStore }: Trial,
  changesOf: (record: JsonObject) => Change[],
): Map<number, Change[]> {
  const dropped = Object.keys(subject.dropped ?? {});
  const isDropped = ({ place }: Change) => {
    const keys = place.split(/[^\w$-]+/);
    return dropped.some((name) => ` ${keys.join(" ")} `.includes(` ${name.replaceAll(".", " ")} `));
  };
  const candidates = new Map<string, [index: number, change: Change][]>();
  changeRecords(subject, copyStore(), (record, index, name) => {
    const kind = `${name} ${kindOf(record)}`;
    for (const change of changesOf(record)) {
      if (isDropped(change)) continue;
      const same = candidates.get(`${kind} ${change.place}`);
      if (same) same.push([index, change]);
      else candidates.set(`${kind} ${change.place}`, [[index, change]]);
    }
    return record;
  });
  const changes = new Map<number, Change[]>();
  const count = ([index]: [number, Change]) => changes.get(index)?.length ?? 0;
  for (const records of candidates.values()) {
    const fewest = records.reduce((one, other) => (count(other) < count(one) ? other : one));
    changes.set(fewest[0], [...(changes.get(fewest[0]) ?? []), fewest[1]]);
  }
  return changes;
}

/** A text for a record that is nowhere else in the store. */
function markOf(index: number): string {
  return `zqxmark${index}x`;
}

/** Reads a store in which one record is another one, or is gone. */
function readingWith(
  trial: Trial,
  index: number,
  change: () => JsonObject | undefined,
): Promise<Reading> {
  const store = trial.copyStore();
  changeRecords(trial.subject, store, (record, at) => (at === index ? change() : record));
  return readAll(trial.open(store));
}

/** The reports of a reading about what it could not place. */
interface Told {
  /** Names of unknown fields, with how often they were met. */
  names: ReadonlyMap<string, number>;
  /** The number of records that are unknown, malformed or reported. */
  trouble: number;
  sessions: number;
  read: number;
  skipped: number;
}

function toldIn({ sessions, listing, loading, failures }: Reading): Told {
  const tally = addTallies(sessions.flatMap(talliesOf));
  const names = new Map<string, number>();
  for (const [field, count] of Object.entries(tally.unknownFields ?? {})) {
    const name = field.slice(field.indexOf(".") + 1);
    names.set(name, (names.get(name) ?? 0) + count);
  }
  const reported = listing.length + [...loading.values()].flat().length + failures.size;
  const unknown = total(tally.unknownFields) + total(tally.unknown);
  return {
    names,
    trouble: unknown + (tally.malformed ?? 0) + reported,
    sessions: sessions.length,
    read: tally.read,
    skipped: total(tally.skipped),
  };
}

const places = new Set(["path", "records", "origin", "id", "parentId"]);

/** The content of sessions, without the places of records. */
function saidIn({ sessions }: Reading): string {
  return JSON.stringify(sessions, (name, value) => (places.has(name) ? undefined : value));
}

function talliesOf(session: Session): Tally[] {
  return [...withSubagents(session)].map(({ records }) => records);
}

/** True when tallies name a field as often again as values under its name are lost. */
function isNamed(
  name: string,
  after: Reading,
  before: Told,
  lost: readonly (readonly [number, Change])[],
): boolean {
  const more = (toldIn(after).names.get(name) ?? 0) - (before.names.get(name) ?? 0);
  return more >= lost.filter(([, change]) => change.name === name).length;
}

/** Rewrites the records of a store; undefined takes one out. */
function changeRecords(
  subject: CheckedSource,
  store: string,
  change: (record: JsonObject, index: number, kind: string) => JsonObject | undefined,
): void {
  let index = 0;
  const next = (record: JsonObject, kind = "") => change(record, index++, kind);
  if (subject.changeRecords) subject.changeRecords(store, next);
  else for (const path of filesBelow(store)) if (path.endsWith(".jsonl")) changeLines(path, next);
}

/** The kind of a record, by the short words at its first two levels that say what it is. */
function kindOf(record: JsonObject): string {
  const inner = Object.values(record).map(objectOf);
  return [record, ...inner]
    .flatMap((object) => ["type", "kind", "role", "subtype"].map((key) => object?.[key]))
    .filter((word) => typeof word === "string")
    .join(" ");
}

function newFields(record: JsonObject): Change[] {
  return [...objectsIn(record)].map(({ place, change }) => ({
    place: `a new field of ${place}`,
    name: "zqxFuture",
    make: (mark) => change((object) => ({ ...object, zqxFuture: mark })),
  }));
}

function otherValues(record: JsonObject): Change[] {
  return [...objectsIn(record)].flatMap(({ object, place, change }) =>
    Object.entries(object).flatMap(([name, value]): Change[] => [
      ...otherKinds(value).map(([kind, make]) => ({
        place: `${place}.${name} as ${kind}`,
        name,
        make: (mark: string) => change((inner) => withField(inner, name, make(mark))),
      })),
      {
        place: `${place}.${name} under another name`,
        name: `${name}Next`,
        make: (mark) =>
          change(({ [name]: _, ...others }) => withField(others, `${name}Next`, mark)),
      },
    ]),
  );
}

type OtherKind = [kind: string, make: (mark: string) => Json];

function otherKinds(value: Json): OtherKind[] {
  const asText: OtherKind = ["a text", (mark) => mark];
  const asObject: OtherKind = ["an object", (mark) => ({ value: mark })];
  const asTexts: OtherKind = ["a list of texts", (mark) => [mark]];
  const asBlocks: OtherKind = ["a list of blocks", (mark) => [{ type: "text", text: mark }]];
  if (typeof value === "string") return [asObject, asTexts, asBlocks];
  if (listOf(value)) return [asText, asObject];
  if (objectOf(value)) return [asText, asTexts];
  return value === null ? [] : [asText, asObject];
}

/** An object in a record. */
interface Inner {
  object: JsonObject;
  place: string;
  /** The record with another object in the place of this one. */
  change(make: (object: JsonObject) => JsonObject): JsonObject;
}

/**
 * The depth to which objects are changed: what lies deeper is mostly the input of a tool, which is kept as
 * it is.
 */
const deepest = 5;

function* objectsIn(record: JsonObject): Generator<Inner> {
  yield* innerObjects(record, "record", (changed) => changed as JsonObject, 0);
}

function* innerObjects(
  value: Json,
  place: string,
  put: (changed: Json) => JsonObject,
  depth: number,
): Generator<Inner> {
  if (depth > deepest) return;
  const object = objectOf(value);
  if (object) yield { object, place, change: (make) => put(make(object)) };
  for (const [name, inner] of Object.entries(object ?? {}))
    yield* innerObjects(
      inner,
      `${place}.${name}`,
      (changed) => put(withField(object ?? {}, name, changed)),
      depth + 1,
    );
  // Items of a list are alike.
  const [first, ...others] = listOf(value) ?? [];
  if (first !== undefined)
    yield* innerObjects(first, `${place}[]`, (changed) => put([changed, ...others]), depth + 1);
}

function withField(object: JsonObject, name: string, value: Json): JsonObject {
  const changed = { ...object };
  setField(changed, name, value);
  return changed;
}
