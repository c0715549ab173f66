import { messageOf } from "@chatexport/core";

/** The reason why a database cannot be read. */
export type DatabaseProblem =
  | "no-driver"
  | "missing"
  | "computed"
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

/** The error of a driver as a `DatabaseError` that names the database and what can be done. */
export function databaseError(path: string, cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause;
  const problem = problemOf(cause);
  return new DatabaseError(problem, messages[problem](path, messageOf(cause)), { cause });
}

/** The error for damage that SQLite itself does not notice. */
export function corrupt(path: string): DatabaseError {
  return new DatabaseError("corrupt", messages.corrupt(path, ""));
}

/** The rows read may be of two states of a database. */
export function writtenMeanwhile(path: string): DatabaseError {
  const message = `${path} was written to while it was read: close the program that owns it and try again`;
  return new DatabaseError("locked", message);
}

/** A view, a virtual table or one with a computed column is in the place of a table. */
export function computedTable(path: string, table: string): DatabaseError {
  return new DatabaseError(
    "computed",
    `${path} has a view, a virtual table or computed columns as its table ${table}, which could go on for ever: take the database from a backup, and give it with --root`,
  );
}

/** Nothing could open a database. */
export function noDriver(path: string): DatabaseError {
  return new DatabaseError(
    "no-driver",
    `${path} cannot be read by the SQLite for this Node: use Node 22.13 or newer, for example \`npx -y -p node@24 -p chatexport chatexport …\``,
  );
}

const messages: Record<
  Exclude<DatabaseProblem, "no-driver" | "computed">,
  (path: string, reason: string) => string
> = {
  missing: (path) => `There is no database ${path}`,
  "not-a-database": (path) => `${path} is not an SQLite database`,
  locked: (path) =>
    `${path} is locked by another program: close the program that owns it and try again`,
  unreadable: (path, reason) => `${path} cannot be read: ${reason}`,
  corrupt: (path) =>
    `${path} is corrupt: recover it with \`sqlite3 FILE .recover | sqlite3 NEW\` and read the new file with --root`,
};

type Problem = keyof typeof messages;

// Primary result codes of SQLite; better-sqlite3 gives names, the others numbers.
const problems: Readonly<Record<string, Problem>> = {
  5: "locked",
  6: "locked",
  11: "corrupt",
  26: "not-a-database",
  BUSY: "locked",
  LOCKED: "locked",
  CORRUPT: "corrupt",
  NOTADB: "not-a-database",
  // The fallback loses the number when an error comes up after the first row.
  "database is locked": "locked",
  "database table is locked": "locked",
  "database disk image is malformed": "corrupt",
  "file is not a database": "not-a-database",
  ENOENT: "missing",
};

function problemOf(error: unknown): Problem {
  const { errcode, code, message } = Object(error) as Record<string, unknown>;
  const keys = [
    // The upper bits of an extended code only refine it.
    typeof errcode === "number" ? String(errcode & 0xff) : "",
    String(code).replace(/^SQLITE_([A-Z]+).*/, "$1"),
    String(message),
  ];
  for (const key of keys) if (Object.hasOwn(problems, key)) return problems[key] ?? "unreadable";
  return "unreadable";
}
