import type { Way } from "./database-files.js";

/** The functions that all drivers have. */
export interface Connection {
  /** Throws for invalid SQL, and for names of tables and columns that do not exist. */
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
  /** The ways in which it can open a database. */
  readonly ways: ReadonlySet<Way>;
  /** Opens a file, or ":memory:". */
  connect(name: string, options: { readOnly: boolean }): Connection;
}
