/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** What may stand for a `?`. */
export type Parameter = string | number;

/** A database that is open for reading. All methods throw `DatabaseError`. */
export interface Database {
  readonly path: string;
  /** The name of the driver: "better-sqlite3", "node:sqlite", … */
  readonly driver: string;
  /** All rows at once. */
  all(sql: string, ...parameters: Parameter[]): Row[];
  /** Rows one at a time; others may query meanwhile. */
  iterate(sql: string, ...parameters: Parameter[]): IterableIterator<Row>;
  /** The first row; undefined when there is none. */
  get(sql: string, ...parameters: Parameter[]): Row | undefined;
  /** Names of the tables. */
  tables(): ReadonlySet<string>;
  /** Names of the columns of a table. */
  columns(table: string): ReadonlySet<string>;
  /** Runs `work` on one consistent state of the database, whatever another process commits meanwhile. */
  snapshot<T>(work: () => T): T;
  /** Closes it, whoever is still reading; a second time does nothing. */
  close(): void;
}

/** Why a database cannot be read. */
export type DatabaseProblem =
  | "no-driver"
  | "missing"
  | "not-a-database"
  | "locked"
  | "unreadable"
  | "corrupt";

/** A database, or a part of it, that cannot be read; the message says what and what can be done. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly problem: DatabaseProblem;

  constructor(problem: DatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
