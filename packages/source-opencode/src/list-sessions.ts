import { statSync } from "node:fs";
import {
  type Context,
  compareStrings,
  present,
  type SessionRef,
  type Store,
  type Tally,
} from "@chatexport/core";
import {
  addToList,
  attempt,
  countEach,
  emptySession,
  isMissing,
  numberOf,
  unreadableFolder,
} from "@chatexport/core/read";
import {
  type Database,
  DatabaseError,
  type Databases,
  reasonOf,
  unreadableDatabase,
} from "@chatexport/sqlite";
import { headsIn, isOpencode } from "./database-heads.js";
import { foreignDatabase } from "./diagnostics.js";
import { headsInExport } from "./export-file.js";
import { headsBelow } from "./file-store.js";
import { originsOf } from "./forks.js";
import { type Head, stateOf, toldBy } from "./heads.js";
import { lookAt, type Place } from "./locate.js";
import { sessionTables } from "./session-rows.js";

/** The place of a session, as its ref carries it from listing to loading. */
export interface Locator {
  id: string;
  store: string;
  format: Head["format"];
  head: ReturnType<typeof toldBy>;
  branch?: string;
  /** The session that a fork was copied from. */
  origin?: { id: string; store: string };
  parent?: SessionRef["parent"];
  /** The session that started it is gone. */
  isParentMissing?: true;
  children: Locator[];
}

/** The sessions at some places, also `empty` ones. Reports what hides one. */
export function listSessions(
  paths: readonly string[],
  databases: Databases,
  empty: boolean,
  context: Context,
): SessionRef<Locator>[] {
  const places = paths.flatMap((path) => {
    try {
      return [lookAt(path)];
    } catch (cause) {
      if (!isMissing(cause)) context.report(unreadableFolder(path, cause));
      return [];
    }
  });
  const heads = headsAt(places, databases, context);
  const children = new Map<string, Head[]>();
  for (const head of heads.values())
    if (head.parentId !== undefined && isBelow(head, heads))
      addToList(children, head.parentId, head);
  const origins = originsOf([...heads.values()], (head) => timesOf(head, databases));
  const refs = [...heads.values()]
    .filter((head) => head.parentId === undefined || !isBelow(head, heads))
    .map((head) => refOf(head, heads, children, origins));
  const isSilent = ({ id, locator }: SessionRef<Locator>) =>
    heads.get(id)?.isEmpty === true && locator.children.length === 0;
  const shown = refs.flatMap((ref): SessionRef<Locator>[] => {
    if (!isSilent(ref)) return [ref];
    if (empty) return [{ ...ref, listedBy: "empty" }];
    context.report(emptySession(ref.locator.store));
    return [];
  });
  return shown.sort((a, b) => compareStrings(a.id, b.id));
}

/** Sessions by their ids: a database has what was once in files, and the newer of two databases counts. */
function headsAt(
  places: readonly Place[],
  databases: Databases,
  context: Context,
): Map<string, Head> {
  const heads = new Map<string, Head>();
  for (const path of new Set(places.flatMap((place) => place.databases))) {
    context.signal.throwIfAborted();
    for (const head of headsOf(path, databases, context)) {
      const known = heads.get(head.id);
      if (!known || (known.updatedAt ?? "") < (head.updatedAt ?? "")) heads.set(head.id, head);
    }
  }
  for (const { path } of places.filter((place) => place.isExport))
    for (const head of headsInExport(path, context))
      if (!heads.has(head.id)) heads.set(head.id, head);
  for (const folder of new Set(places.flatMap((place) => place.fileStores)))
    for (const head of headsBelow(folder, (id) => !heads.has(id), context))
      heads.set(head.id, head);
  return heads;
}

function headsOf(path: string, databases: Databases, context: Context): Head[] {
  try {
    const database = databases.open(path);
    if (isOpencode(database)) return database.snapshot(() => headsIn(database, context));
    context.report(foreignDatabase(path));
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!(cause instanceof DatabaseError)) throw cause;
    context.report(unreadableDatabase(path, cause));
  }
  return [];
}

/** True when the session that started one is there, and what started that, in no circle. */
function isBelow(head: Head, heads: ReadonlyMap<string, Head>): boolean {
  const met = new Set([head.id]);
  for (let id = head.parentId; id !== undefined; id = heads.get(id)?.parentId) {
    if (met.has(id)) return false;
    met.add(id);
    if (!heads.has(id)) return id !== head.parentId;
  }
  return true;
}

function timesOf({ id, store }: Head, databases: Databases): number[] {
  const rows = attempt(() =>
    databases.open(store).all("SELECT time_created AS time FROM message WHERE session_id = ?", id),
  );
  return (rows ?? []).flatMap(({ time }) => numberOf(time) ?? []);
}

function refOf(
  head: Head,
  heads: ReadonlyMap<string, Head>,
  children: ReadonlyMap<string, Head[]>,
  origins: ReadonlyMap<string, string>,
): SessionRef<Locator> {
  const locator = locatorOf(head, heads, children, origins);
  const all = allBelow(locator);
  const states = all.map(({ id }) => heads.get(id)?.state);
  const { title, cwd, project, startedAt, updatedAt, archived } = locator.head;
  return present<SessionRef<Locator>>({
    id: head.id,
    source: "opencode",
    title,
    cwd,
    project,
    branch: head.branch,
    startedAt,
    updatedAt,
    bytes: head.bytes,
    archived,
    parent: locator.parent,
    subagentCount: locator.children.length > 0 ? locator.children.length : undefined,
    revision: stateOf(states, locator.origin),
    locator,
  });
}

/** A session with all below it. */
export function allBelow(locator: Locator): Locator[] {
  return [locator, ...locator.children.flatMap(allBelow)];
}

function locatorOf(
  head: Head,
  heads: ReadonlyMap<string, Head>,
  children: ReadonlyMap<string, Head[]>,
  origins: ReadonlyMap<string, string>,
): Locator {
  const originId = origins.get(head.id);
  const origin = heads.get(originId ?? "");
  const own = (children.get(head.id) ?? []).sort(
    (a, b) => a.created - b.created || compareStrings(a.id, b.id),
  );
  return present<Locator>({
    id: head.id,
    store: head.store,
    format: head.format,
    head: toldBy(head),
    branch: head.branch,
    origin: origin && { id: origin.id, store: origin.store },
    parent:
      head.parentId !== undefined
        ? { sessionId: head.parentId, relation: "subagent" }
        : originId === undefined
          ? undefined
          : { sessionId: originId, relation: "fork" },
    isParentMissing: head.parentId !== undefined && !heads.has(head.parentId) ? true : undefined,
    children: own.map((child) => locatorOf(child, heads, children, origins)),
  });
}

/** The places with the number of the sessions that are listed; with `isCounted`, also of the rows that no session owns. */
export function storesAt(
  paths: readonly string[],
  databases: Databases,
  { isCounted, empty }: { isCounted: boolean; empty: boolean },
  context: Context,
): Store[] {
  const silent: Context = { report() {}, signal: context.signal };
  return paths.map((path): Store => {
    const format = "opencode";
    try {
      const place = lookAt(path);
      const opened = place.databases.map((each) => databases.open(each)).filter(isOpencode);
      const refs = listSessions([path], databases, empty, silent);
      const formats = Object.fromEntries(countEach(refs.map(({ locator }) => locator.format)));
      const files = place.databases.flatMap((each) => [each, `${each}-wal`]);
      const sizes = files.map((each) => attempt(() => statSync(each).size) ?? 0);
      const ofFiles = refs.map(({ bytes = 0 }) => bytes);
      return present<Store>({
        path,
        format,
        found: true,
        readable: true,
        sessions: refs.length,
        formats: refs.length > 0 ? formats : undefined,
        bytes: [...sizes, ...ofFiles].reduce((sum, size) => sum + size, 0),
        unowned: isCounted ? unownedIn(opened) : undefined,
        isUnknownLayout: refs.length === 0 && place.isOlder ? true : undefined,
      });
    } catch (cause) {
      context.signal.throwIfAborted();
      return { path, format, found: !isMissing(cause), readable: false, reason: reasonOf(cause) };
    }
  });
}

function unownedIn(opened: readonly Database[]): Store["unowned"] {
  const unowned: Record<string, Tally> = {};
  for (const database of opened)
    for (const [table, owner] of owners) {
      if (!database.tables().has(table)) continue;
      const known = sessionTables(database).map((name) => `SELECT id FROM ${name}`);
      const where = `${owner} NOT IN (${known.join(" UNION ")})`;
      const row = database.get(`SELECT count(*) AS count FROM ${table} WHERE ${where}`);
      const read = Number(row?.count ?? 0) + (unowned[table]?.read ?? 0);
      if (read > 0) unowned[table] = { read, kept: 0, skipped: { "no-session": read } };
    }
  return Object.keys(unowned).length > 0 ? unowned : undefined;
}

const owners = [
  ["message", "session_id"],
  ["part", "session_id"],
  ["todo", "session_id"],
  ["session_message", "session_id"],
  ["event", "aggregate_id"],
] as const;
