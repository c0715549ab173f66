import { statSync } from "node:fs";
import { type Context, present, type Session, type SessionRef } from "@chatexport/core";
import {
  addToList,
  attempt,
  isMissing,
  projectOf,
  textOf,
  unreadableFile,
  unreadableFolder,
  type WordEncoding,
  WordSearch,
} from "@chatexport/core/read";
import {
  filesBelow,
  type OpenReader,
  revisionOf,
  sessionFiles,
  storesOf,
} from "@chatexport/core/source";
import type { Database, Row } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { looksLikeDatabase } from "./database-files.js";
import {
  foreignDatabase,
  malformedRow,
  unknownSession,
  unreadableDatabase,
} from "./diagnostics.js";
import { createDatabases, type Databases } from "./open.js";

/** The facts that the list and a session itself have. */
export type ToldOfSession = Partial<
  Pick<Session, "title" | "titleFrom" | "cwd" | "startedAt" | "updatedAt" | "parent" | "archived"> &
    Pick<SessionRef, "unlisted">
>;

/** A session as its own row tells it, or its own file. */
interface SessionHead {
  id: string;
  told: ToldOfSession;
  /** Differs when anything that is stored of it has changed. */
  state: unknown;
}

/** The place of a session, as its ref carries it from listing to loading. */
export interface SessionRow {
  /** The database, or the file that it was before there was one. */
  path: string;
  id: string;
  told: ToldOfSession;
  /** The sub-agents that it started. */
  children: SessionRow[];
}

/** A database, or a folder with databases at any depth. */
export interface DatabasePlace {
  path: string;
  /** The folder of the project that it is of, where that is known. */
  project?: string;
}

/** The parts of a reader of a tool that keeps sessions in rows. */
export interface SessionDatabaseParts {
  /** The name of the source. */
  name: string;
  /** As people call the tool. */
  tool: string;
  /** The places of sessions. Reports what hides one. */
  placesOf(report: Context["report"]): readonly DatabasePlace[];
  /** True when a file in a folder is a database of the tool, by its path. */
  isDatabase(path: string): boolean;
  /** Columns of the tool, as "messages.parts". A database that lacks one is of another version, one that lacks more is foreign. */
  columns: readonly string[];
  /** The order of sessions, as SQL has it; that of their rows where this is absent. */
  order?: string;
  /** Describes a session by its own row. A sub-agent becomes a part of its parent when that is in the same database. */
  toldOf(row: Row, database: Database, place: DatabasePlace): ToldOfSession;
  /** The tables that say what a session says, each with the column of its id, and with its columns if `*` cuts texts. */
  tables: readonly (readonly [table: string, owner: string, columns?: string])[];
  /** The one of these tables with the messages, and its largest column. */
  body: readonly [table: string, column: string];
  /** The text in bytes of such a row; without this, they hold none. */
  textOfBytes?(bytes: Uint8Array): string;
  /** Sessions in files, as before there was a database, which has the same ones unless they are older. */
  files?: {
    /** The folder of those that belong to a place; the place itself where this is absent. */
    folderOf?(place: string): string;
    /** True when a file is a session, by its path. */
    isSession(path: string): boolean;
    /** Describes such a file; undefined when it is no session of the tool. Throws when it cannot be read. */
    headOf(path: string): Pick<SessionRow, "id" | "told"> | undefined;
  };
  /** Reads a session with its sub-agents. Rejects when nothing of it can be read. */
  load(row: SessionRow, databases: Databases, context: Context): Promise<Session>;
  /** Texts that the source adds itself. */
  says: Readonly<Record<string, string>>;
  /** Ways in which it decodes text. */
  encodings?: readonly WordEncoding[];
}

/** Words that all such readers add: of formats and roles, and of unknown records. */
const readersWords = "sqlite subagent user assistant content unknown none USD";

function hasColumn(database: Database, place: string): boolean {
  const [table = "", column = ""] = place.split(".");
  return database.columns(table).has(column);
}

/** Reports rows whose session is not in the first of some tables. */
function reportUnowned(
  database: Database,
  [[sessions, id] = ["", ""], ...owned]: SessionDatabaseParts["tables"],
  { report }: Context,
): void {
  for (const [table, owner] of owned) {
    const known = `SELECT 1 FROM ${sessions} WHERE ${sessions}.${id} = ${table}.${owner}`;
    // A page that is damaged is told of when its session is read.
    const found = attempt(() =>
      database.get(
        `SELECT count(*) AS count, min(rowid) AS first FROM ${table} WHERE NOT EXISTS (${known})`,
      ),
    );
    const count = Number(found?.count ?? 0);
    const at = `${table}/${Number(found?.first)}`;
    if (count > 0) report(unknownSession({ path: database.path, at }, count));
  }
}

/** The sessions of a database, from their own rows. Reports each that is hidden. */
function headsIn(
  database: Database,
  place: DatabasePlace,
  { tables, body: [table, column], order = "rowid", toldOf }: SessionDatabaseParts,
  { report }: Context,
): SessionHead[] {
  const [[sessions, idColumn] = ["", ""]] = tables;
  const owner = tables.find(([name]) => name === table)?.[1];
  const length = `octet_length(${column})`;
  // Of a body that lies in the row itself, the length is enough.
  const columns = [...database.columns(sessions)].map((name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    return sessions === table && name === column ? `${length} AS ${quoted}` : quoted;
  });
  const last = `SELECT rowid, ${length} AS length FROM ${table} WHERE ${owner} = ? ORDER BY rowid DESC LIMIT 1`;
  const sql = `SELECT ${columns.join(", ")} FROM ${sessions} ORDER BY ${order}`;
  return database.all(sql).flatMap((row): SessionHead[] => {
    const id = textOf(row[idColumn]);
    if (id === undefined) {
      report(malformedRow({ path: database.path, at: sessions }));
      return [];
    }
    // The last message may be written again until it is whole, which its session does not show.
    const state = [row, sessions === table ? undefined : database.get(last, id)];
    return [{ id, told: toldOf(row, database, place), state }];
  });
}

/** The sessions in files at a place. Reports those that cannot be read. */
function filesAt(
  place: string,
  { name, files }: SessionDatabaseParts,
  context: Context,
): SessionRef<SessionRow>[] {
  if (!files) return [];
  const folder = files.folderOf?.(place) ?? place;
  return filesBelow(folder, files.isSession, context).flatMap((path) => {
    try {
      const head = files.headOf(path);
      if (!head) return [];
      const locator = { path, ...head, children: [] };
      return [{ ...refOf(name, locator, revisionOf([path])), bytes: statSync(path).size }];
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
      return [];
    }
  });
}

/** A session with all below it. */
export function withChildren(row: SessionRow): SessionRow[] {
  return [row, ...row.children.flatMap(withChildren)];
}

/** Makes a reader of the sessions of a tool; of copies, it lists the newest. */
export function sessionDatabases(parts: SessionDatabaseParts): OpenReader<SessionRow> {
  const { name, tool, placesOf, isDatabase, columns, tables } = parts;
  const databases = createDatabases();

  const refsIn = (path: string, place: DatabasePlace, context: Context) => {
    try {
      const database = databases.open(path);
      if (columns.filter((column) => !hasColumn(database, column)).length < 2)
        return database.snapshot(() => {
          reportUnowned(database, tables, context);
          return refsOf(name, path, headsIn(database, place, parts, context));
        });
      context.report(foreignDatabase(path, tool));
    } catch (cause) {
      context.signal.throwIfAborted();
      if (!(cause instanceof DatabaseError)) throw cause;
      context.report(unreadableDatabase(path, cause));
    }
    return [];
  };

  const refsAt = (place: DatabasePlace, context: Context): SessionRef<SessionRow>[] => {
    const isGiven = !statSync(place.path).isDirectory();
    const isWanted = (path: string) => isDatabase(path) || (isGiven && looksLikeDatabase(path));
    const refs = sessionFiles(place.path, isWanted, context).flatMap((path) =>
      refsIn(path, place, context),
    );
    const known = new Set(
      refs.flatMap(({ locator }) => withChildren(locator).map((row) => row.id)),
    );
    const files = filesAt(place.path, parts, context).filter(({ id }) => !known.has(id));
    return [...refs, ...files];
  };

  /** The texts of a session's rows, or undefined where it is a file. */
  function* textsOf({ path, id }: SessionRow): Generator<string> {
    const database = databases.open(path);
    for (const [table, owner, columns = "*"] of tables) {
      if (!database.tables().has(table)) continue;
      for (const row of database.iterate(`SELECT ${columns} FROM ${table} WHERE ${owner} = ?`, id))
        for (const value of Object.values(row))
          if (typeof value === "string") yield value;
          else if (value instanceof Uint8Array && parts.textOfBytes) yield parts.textOfBytes(value);
    }
  }

  return {
    stores: async (context) =>
      placesOf(() => {}).flatMap((place) =>
        storesOf(
          [place.path],
          `${name}/sqlite`,
          (_, silent) => refsAt(place, silent),
          context,
          ({ path }) => `${name}/${looksLikeDatabase(path) ? "sqlite" : "jsonl"}`,
        ),
      ),
    async *list(context) {
      databases.renew();
      const newest = new Map<string, SessionRef<SessionRow>>();
      for (const place of placesOf(context.report))
        try {
          for (const ref of refsAt(place, context)) {
            const known = newest.get(ref.id);
            if (!known || (known.updatedAt ?? "") < (ref.updatedAt ?? "")) newest.set(ref.id, ref);
          }
        } catch (cause) {
          context.signal.throwIfAborted();
          if (!isMissing(cause)) context.report(unreadableFolder(place.path, cause));
        }
      for (const ref of newest.values()) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    load: ({ locator }, context) => parts.load(locator, databases, context),
    async mayContain({ locator }, words, context) {
      const search = new WordSearch(words, parts.encodings);
      const own = [name, readersWords, ...Object.values(parts.says)];
      for (const text of [...own, JSON.stringify(locator)]) search.lookIn(text);
      try {
        if (looksLikeDatabase(locator.path))
          for (const row of withChildren(locator))
            for (const text of textsOf(row)) {
              if (search.isOver) break;
              search.lookIn(text);
            }
        else await search.lookInFile(locator.path, context);
      } catch {
        context.signal.throwIfAborted();
        // What cannot be read could hold anything.
        search.giveUp();
      }
      return search.isOver;
    },
    async sizeOf({ locator }) {
      const [table, column] = parts.body;
      const owner = tables.find(([name]) => name === table)?.[1];
      const sql = `SELECT sum(octet_length(${column})) AS size FROM ${table} WHERE ${owner} = ?`;
      const sizes = withChildren(locator).map(({ path, id }) =>
        Number(attempt(() => databases.open(path).get(sql, id))?.size ?? 0),
      );
      return sizes.reduce((sum, size) => sum + size, 0) || undefined;
    },
    close: () => databases.close(),
  };
}

/** The refs of sessions; those of sub-agents are in the one that started them. */
function refsOf(
  source: string,
  path: string,
  heads: readonly SessionHead[],
): SessionRef<SessionRow>[] {
  const byId = new Map(heads.map((head) => [head.id, head]));
  const children = new Map<string | undefined, string[]>();
  for (const { id, told } of heads) {
    const parentId = told.parent?.relation === "subagent" ? told.parent.sessionId : undefined;
    addToList(children, parentId !== undefined && byId.has(parentId) ? parentId : undefined, id);
  }
  const met = new Set<string>();
  const locate = (id: string): SessionRow => {
    met.add(id);
    const own = (children.get(id) ?? []).filter((child) => !met.has(child));
    return { path, id, told: byId.get(id)?.told ?? {}, children: own.map(locate) };
  };
  const roots = (children.get(undefined) ?? []).map(locate);
  // Damage can make a circle of sessions, each of which was started by another one.
  for (const id of byId.keys()) if (!met.has(id)) roots.push(locate(id));
  return roots.map((locator) => {
    const states = withChildren(locator).map((row) => byId.get(row.id)?.state);
    return refOf(source, locator, revisionOf([], states));
  });
}

function refOf(source: string, locator: SessionRow, revision: string): SessionRef<SessionRow> {
  const { titleFrom: _, ...listed } = locator.told;
  return present<SessionRef<SessionRow>>({
    id: locator.id,
    source,
    project: projectOf(listed.cwd),
    ...listed,
    subagentCount: locator.children.length || undefined,
    revision,
    locator,
  });
}
