import type { Context, JsonObject } from "@chatexport/core";
import { isMissing, parseLine, readTextFile, unreadableFile } from "@chatexport/core/read";
import { type Database, openDatabase } from "@chatexport/sqlite";
import { malformedNotes } from "./diagnostics.js";

/** The text of a file that may lie beside a session. Reports one that is there and cannot be read. */
export function textBeside(path: string, { report }: Pick<Context, "report">): string | undefined {
  try {
    return readTextFile(path);
  } catch (cause) {
    if (!isMissing(cause)) report(unreadableFile(path, cause));
    return undefined;
  }
}

/** The object in such a file. Reports one that holds none. */
export function notesBeside(
  path: string,
  context: Pick<Context, "report">,
): JsonObject | undefined {
  const text = textBeside(path, context);
  if (text === undefined) return undefined;
  const parsed = parseLine(text);
  if (typeof parsed === "object") return parsed;
  context.report(malformedNotes(path));
  return undefined;
}

/** Works with a database, which is closed afterwards. Throws when it cannot be read. */
export function withDatabase<Result>(path: string, work: (database: Database) => Result): Result {
  const database = openDatabase(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
