import { computedTable, databaseError, writtenMeanwhile } from "./database-error.js";
import type { Connection, Statement } from "./driver.js";

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A value for a `?`. */
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
  /** Names of the tables that are stored; `has` throws for a view or the like, whose rows could have no end. */
  tables(): ReadonlySet<string>;
  /** Names of the columns of a table that is stored; throws for a view or the like. */
  columns(table: string): ReadonlySet<string>;
  /**
   * Runs `work` on one consistent state of the database, whatever another process commits meanwhile. Throws
   * where that cannot be had: when a database that is read without a lock was written to.
   */
  snapshot<T>(work: () => T): T;
  /** Closes it, also while rows are iterated; a second time does nothing. */
  close(): void;
}

/** Hooks of a connection, as long as it is open. */
export interface WhileOpen {
  /** Asked when a snapshot ends, of a database that is read without a lock. */
  isUnchanged?(): boolean;
  /** Called once, when it is closed. */
  afterClose?(): void;
}

/** A `Database` over the connection of any driver. */
export class OpenDatabase implements Database {
  readonly path: string;
  readonly driver: string;
  readonly #connection: Connection;
  readonly #whileOpen: WhileOpen;
  /** Prepared statements that are not in use, by their SQL. */
  readonly #idle = new Map<string, Statement[]>();
  readonly #running = new Set<IterableIterator<unknown>>();
  /** Names of what is read as a table and computes what it gives, in lower case. */
  #computed: ReadonlySet<string> | undefined;
  #inSnapshot = false;
  #closed = false;

  constructor(path: string, driver: string, connection: Connection, whileOpen: WhileOpen = {}) {
    this.path = path;
    this.driver = driver;
    this.#connection = connection;
    this.#whileOpen = whileOpen;
  }

  all(sql: string, ...parameters: Parameter[]): Row[] {
    return this.#once(sql, (statement) => statement.all(...parameters).map(rowOf));
  }

  get(sql: string, ...parameters: Parameter[]): Row | undefined {
    const row = this.#once(sql, (statement) => statement.get(...parameters));
    return row === undefined ? undefined : rowOf(row);
  }

  *iterate(sql: string, ...parameters: Parameter[]): IterableIterator<Row> {
    // The statement is used again below, which keeps it alive: Node 22.13 and 22.14 free it, while
    // its iterator runs, as soon as nothing else refers to it.
    const statement = this.#take(sql);
    const rows = this.#attempt(() => statement.iterate(...parameters));
    this.#running.add(rows);
    try {
      for (;;) {
        let next: IteratorResult<unknown>;
        try {
          next = rows.next();
        } catch (cause) {
          this.#running.delete(rows);
          throw databaseError(this.path, cause);
        }
        if (next.done) break;
        yield rowOf(next.value);
      }
    } finally {
      // Not after an error or `close`: then the statement is of no further use.
      if (this.#running.delete(rows)) {
        rows.return?.();
        this.#give(sql, statement);
      }
    }
  }

  tables(): ReadonlySet<string> {
    // Reading anything else runs what its maker wrote, and so does a column that is not stored.
    const isStored = "type = 'table' AND rootpage > 0";
    const hasComputed =
      "EXISTS (SELECT 1 FROM pragma_table_xinfo(sqlite_master.name) WHERE hidden = 2)";
    this.#computed ??= new Set(
      names(
        this.all(
          `SELECT lower(name) AS name FROM sqlite_master
           WHERE type = 'view' OR type = 'table' AND rootpage = 0 OR ${isStored} AND ${hasComputed}`,
        ),
      ),
    );
    const stored = names(this.all(`SELECT name FROM sqlite_master WHERE ${isStored}`));
    return new StoredTables(stored, this.#computed, this.path);
  }

  columns(table: string): ReadonlySet<string> {
    this.tables().has(table);
    return new Set(names(this.all("SELECT name FROM pragma_table_info(?)", table)));
  }

  snapshot<T>(work: () => T): T {
    if (this.#inSnapshot) return work();
    this.#attempt(() => this.#connection.exec("BEGIN"));
    this.#inSnapshot = true;
    try {
      const result = work();
      if (this.#whileOpen.isUnchanged?.() === false) throw writtenMeanwhile(this.path);
      return result;
    } finally {
      this.#inSnapshot = false;
      // Nothing was written, so it does not matter how it ends; SQLite may have ended it already.
      try {
        this.#connection.exec("ROLLBACK");
      } catch {}
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const rows of this.#running) rows.return?.();
    this.#running.clear();
    this.#idle.clear();
    this.#connection.close();
    this.#whileOpen.afterClose?.();
  }

  #once<T>(sql: string, work: (statement: Statement) => T): T {
    const statement = this.#take(sql);
    const result = this.#attempt(() => work(statement));
    this.#give(sql, statement);
    return result;
  }

  #take(sql: string): Statement {
    const idle = this.#idle.get(sql)?.pop();
    if (idle) return idle;
    const statement = this.#attempt(() => this.#connection.prepare(sql));
    statement.setReadBigInts?.(true);
    return statement;
  }

  #give(sql: string, statement: Statement): void {
    const idle = this.#idle.get(sql);
    if (idle) idle.push(statement);
    else this.#idle.set(sql, [statement]);
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw databaseError(this.path, cause);
    }
  }
}

/** Names of stored tables; asking for one that is computed throws. */
class StoredTables extends Set<string> {
  readonly #computed: ReadonlySet<string>;
  readonly #path: string;

  constructor(stored: string[], computed: ReadonlySet<string>, path: string) {
    super(stored.filter((name) => !computed.has(name.toLowerCase())));
    this.#computed = computed;
    this.#path = path;
  }

  override has(table: string): boolean {
    // SQLite finds a name in any case.
    if (this.#computed.has(table.toLowerCase())) throw computedTable(this.#path, table);
    return super.has(table);
  }
}

function rowOf(value: unknown): Row {
  const row = value as Record<string, unknown>;
  for (const name in row) if (typeof row[name] === "bigint") row[name] = Number(row[name]);
  return row;
}

function names(rows: readonly Row[]): string[] {
  return rows.map((row) => String(row.name));
}
