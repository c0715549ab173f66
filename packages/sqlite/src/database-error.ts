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
  /** The message, without the path of the database. */
  readonly reason: string;

  constructor(
    problem: DatabaseProblem,
    message: string,
    { reason = message, ...options }: ErrorOptions & { reason?: string } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.reason = reason;
  }
}

/** The error of a database: `says` follows its path, or "the file". */
export function errorOf(
  problem: DatabaseProblem,
  path: string,
  says: string,
  options?: ErrorOptions,
): DatabaseError {
  const reason = `the file ${says}`;
  return new DatabaseError(problem, `${path} ${says}`, { ...options, reason });
}

/** The message of an error, without the path of a database, which readers see beside it. */
export function reasonOf(cause: unknown): string {
  return cause instanceof DatabaseError ? cause.reason : messageOf(cause);
}

/** The error of a driver as a `DatabaseError` that names the database and what can be done. */
export function databaseError(path: string, cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause;
  const problem = problemOf(cause);
  const says = problem === "unreadable" ? `cannot be read: ${messageOf(cause)}` : problems[problem];
  return errorOf(problem, path, says, { cause });
}

/** The error for damage that SQLite itself does not notice. */
export function corrupt(path: string): DatabaseError {
  return errorOf("corrupt", path, problems.corrupt);
}

/** The rows read may be of two states of a database. */
export function writtenMeanwhile(path: string): DatabaseError {
  return errorOf(
    "locked",
    path,
    "was written to while it was read: close the program that owns it and try again",
  );
}

/** A view, a virtual table or one with a computed column is in the place of a table. */
export function computedTable(path: string, table: string): DatabaseError {
  return errorOf(
    "computed",
    path,
    `has a view, a virtual table or computed columns as its table ${table}, which could go on for ever: take the database from a backup, and give it with --root`,
  );
}

/** Nothing could open a database. */
export function noDriver(path: string): DatabaseError {
  return errorOf(
    "no-driver",
    path,
    "cannot be read by the SQLite for this Node: use Node 22.13 or newer, for example `npx -y -p node@24 -p chatexport chatexport …`",
  );
}

const problems = {
  missing: "does not exist",
  "not-a-database": "is not an SQLite database",
  locked: "is locked by another program: close the program that owns it and try again",
  corrupt:
    "is corrupt: recover it with `sqlite3 FILE .recover | sqlite3 NEW` and read the new file with --root",
} as const;

type Problem = keyof typeof problems | "unreadable";

// Primary result codes of SQLite; better-sqlite3 gives names, the others numbers.
const codes: Readonly<Record<string, Problem>> = {
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
  for (const key of keys) if (Object.hasOwn(codes, key)) return codes[key] ?? "unreadable";
  return "unreadable";
}
