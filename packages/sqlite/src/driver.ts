import { createRequire } from "node:module";

/** What all drivers have in common. */
export interface Connection {
  /** Throws for what is no SQL, or names what is not there. */
  prepare(sql: string): Statement;
  /** Runs statements that give no rows. */
  exec(sql: string): unknown;
  /** Nothing can be asked afterwards. */
  close(): void;
}

/** A prepared statement. */
export interface Statement {
  /** All rows at once. */
  all(...parameters: unknown[]): unknown[];
  /** The first row. */
  get(...parameters: unknown[]): unknown;
  /** For a statement that gives no rows. */
  run(...parameters: unknown[]): unknown;
  /** Rows one at a time. */
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  /** Missing where integers that are too large for a number are rounded instead of refused. */
  setReadBigInts?(enabled: boolean): void;
}

/** A library that opens SQLite databases. */
export interface Driver {
  readonly name: string;
  /** It understands names that are `file:` URIs. */
  readonly uris: boolean;
  /** Opens a file, or ":memory:". */
  connect(name: string, options: { readOnly: boolean }): Connection;
}

/** Gives a module with the interface of `node:sqlite` to a Node that has none. */
export type Fallback = () => unknown;

interface Candidate {
  readonly name: string;
  /** Some of its versions understand names that are `file:` URIs. */
  readonly uris: boolean;
  load(): Driver["connect"];
}

const require = createRequire(import.meta.url);

const betterSqlite3: Candidate = {
  name: "better-sqlite3",
  uris: false,
  load() {
    // Below N-API 10 loading it crashes the process, which nothing can catch.
    if (!(Number(process.versions.napi) >= 10)) throw new Error("better-sqlite3 needs N-API 10");
    const Database = require("better-sqlite3") as new (
      name: string,
      options?: object,
    ) => Connection & { unsafeMode(): unknown };
    new Database(":memory:").close();
    return (name, { readOnly }) => {
      const connection = new Database(name, { readonly: readOnly, fileMustExist: true });
      // Otherwise no transaction can begin or end while rows are iterated.
      connection.unsafeMode();
      return connection;
    };
  },
};

const nodeSqlite: Candidate = {
  name: "node:sqlite",
  uris: true,
  load: () => connectWith(withoutWarnings(() => require("node:sqlite"))),
};

const fallbackCandidates = new WeakMap<Fallback, Candidate>();
const drivers = new Map<Candidate, Driver | undefined>();

/**
 * The first driver that can be loaded: better-sqlite3, `node:sqlite` (Node 22.13), then the
 * fallback; among those that open `file:` URIs if `uris` is set. Each is loaded at most once, and
 * none before it is asked for.
 */
export function findDriver(needs: { uris: boolean }, fallback?: Fallback): Driver | undefined {
  const candidates = [betterSqlite3, nodeSqlite];
  if (fallback) candidates.push(fallbackCandidate(fallback));
  for (const candidate of candidates) {
    if (needs.uris && !candidate.uris) continue;
    if (!drivers.has(candidate)) drivers.set(candidate, load(candidate));
    const driver = drivers.get(candidate);
    if (driver && (driver.uris || !needs.uris)) return driver;
  }
  return undefined;
}

function load({ name, uris, load }: Candidate): Driver | undefined {
  try {
    const connect = load();
    return { name, uris: uris && opensUris(connect), connect };
  } catch {
    return undefined;
  }
}

// Node 22.13 and 22.14 take a URI for the name of a file, which is missing.
function opensUris(connect: Driver["connect"]): boolean {
  try {
    connect("file:?mode=memory", { readOnly: true }).close();
    return true;
  } catch {
    return false;
  }
}

function fallbackCandidate(fallback: Fallback): Candidate {
  const known = fallbackCandidates.get(fallback);
  if (known) return known;
  const candidate = { name: "fallback", uris: true, load: () => connectWith(fallback()) };
  fallbackCandidates.set(fallback, candidate);
  return candidate;
}

function connectWith(module: unknown): Driver["connect"] {
  const { DatabaseSync } = module as {
    DatabaseSync: new (name: string, options: object) => Connection;
  };
  new DatabaseSync(":memory:", {}).close();
  return (name, options) => new DatabaseSync(name, options);
}

// Node 22 warns, while it loads node:sqlite, that this is experimental: nothing a user can act on.
function withoutWarnings<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
