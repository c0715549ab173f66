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
  /** What tells it from the others. */
  readonly key: unknown;
  load(): Driver["connect"];
}

const require = createRequire(import.meta.url);

const builtIn: readonly Candidate[] = [
  { name: "better-sqlite3", uris: false, key: "better-sqlite3", load: loadBetterSqlite3 },
  {
    name: "node:sqlite",
    uris: true,
    key: "node:sqlite",
    load: () => connectWith(withoutWarnings(() => require("node:sqlite"))),
  },
];

function loadBetterSqlite3(): Driver["connect"] {
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
}

const drivers = new Map<unknown, Driver | undefined>();

/**
 * The first driver that can be loaded, each at most once: better-sqlite3, `node:sqlite` (Node 22.13),
 * then the fallback; among those that open `file:` URIs if `uris` is set.
 */
export function findDriver(needs: { uris: boolean }, fallback?: Fallback): Driver | undefined {
  const candidates = [...builtIn];
  if (fallback) {
    const load = () => connectWith(fallback());
    candidates.push({ name: "fallback", uris: true, key: fallback, load });
  }
  for (const candidate of candidates) {
    if (needs.uris && !candidate.uris) continue;
    if (!drivers.has(candidate.key)) drivers.set(candidate.key, load(candidate));
    const driver = drivers.get(candidate.key);
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
