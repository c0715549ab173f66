import { createRequire } from "node:module";
import { attempt } from "@chatexport/core/read";
import type { Way } from "./database-files.js";
import type { Connection, Driver } from "./driver.js";
import { loadWebAssembly } from "./web-assembly.js";

interface Candidate {
  readonly name: string;
  load(): Omit<Driver, "name">;
}

const require = createRequire(import.meta.url);

const candidates: readonly Candidate[] = [
  { name: "better-sqlite3", load: loadBetterSqlite3 },
  { name: "node:sqlite", load: loadNodeSqlite },
  { name: "node-sqlite3-wasm", load: loadWebAssembly },
];

function loadBetterSqlite3(): Omit<Driver, "name"> {
  // Below N-API 10 loading it crashes the process, which nothing can catch.
  if (!(Number(process.versions.napi) >= 10)) throw new Error("better-sqlite3 needs N-API 10");
  const Database = require("better-sqlite3") as new (
    name: string,
    options?: object,
  ) => Connection & { unsafeMode(): unknown };
  new Database(":memory:").close();
  return {
    ways: new Set(["empty", "plain", "copy", "recovery"]),
    connect(name, { readOnly }) {
      const connection = new Database(name, { readonly: readOnly, fileMustExist: true });
      // Otherwise no transaction can begin or end while rows are iterated.
      connection.unsafeMode();
      return connection;
    },
  };
}

function loadNodeSqlite(): Omit<Driver, "name"> {
  const { DatabaseSync } = withoutWarnings(() => require("node:sqlite")) as {
    DatabaseSync: new (name: string, options: object) => Connection;
  };
  const connect: Driver["connect"] = (name, options) => new DatabaseSync(name, options);
  const ways: Way[] = ["empty", "plain", "copy", "recovery"];
  if (opensUris(connect)) ways.push("shared", "immutable");
  return { ways: new Set(ways), connect };
}

const drivers = new Map<Candidate, Driver | undefined>();

/**
 * The first driver that opens databases in a way, of those that can be loaded, each at most once:
 * better-sqlite3 (N-API 10), `node:sqlite` (Node 22.13), node-sqlite3-wasm.
 */
export function findDriver(way: Way): Driver | undefined {
  for (const candidate of candidates) {
    if (!drivers.has(candidate)) drivers.set(candidate, load(candidate));
    const driver = drivers.get(candidate);
    if (driver?.ways.has(way)) return driver;
  }
  return undefined;
}

/** The drivers that can be loaded, for a database of our own: `node:sqlite` first, which is there already. */
export function* ownDrivers(): Generator<Driver> {
  for (const candidate of [...candidates].sort(
    (a, b) => Number(isBuiltIn(b)) - Number(isBuiltIn(a)),
  )) {
    if (!drivers.has(candidate)) drivers.set(candidate, load(candidate));
    const driver = drivers.get(candidate);
    if (driver) yield driver;
  }
}

function isBuiltIn({ name }: Candidate): boolean {
  return name.startsWith("node:");
}

function load({ name, load }: Candidate): Driver | undefined {
  return attempt(() => ({ name, ...load() }));
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
