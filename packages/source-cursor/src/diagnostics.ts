import { type Context, messageOf } from "@chatexport/core";
import type { KeyValues } from "@chatexport/sqlite";

/*
 * What listing tells about data that cannot be read. Messages never quote it: those of a parser of
 * JSON would.
 */

/** A database, or a part of it, that cannot be read; the others go on. */
export function reportDatabase(path: string, cause: unknown, context: Context): void {
  context.report({
    severity: "error",
    code: "unreadable-database",
    message: messageOf(cause),
    origin: { path },
    cause,
  });
}

/** A row that cannot be read: what it says is lost, the others go on. */
export function reportRow(
  path: string,
  key: string,
  severity: "error" | "warning",
  cause: unknown,
  context: Context,
): void {
  const isParsing = cause instanceof SyntaxError;
  context.report({
    severity,
    code: "malformed-row",
    message: isParsing
      ? "The row does not hold the JSON that it should and was left out."
      : `The row cannot be read and was left out: ${messageOf(cause)}`,
    origin: { path, at: key },
    ...(!isParsing && { cause }),
  });
}

/** An entry of a row that holds a list of conversations; the others go on. */
export function reportEntry(path: string, key: string, context: Context): void {
  context.report({
    severity: "error",
    code: "malformed-row",
    message:
      "An entry of the list in the row is no conversation with an id and was left out; a backup of the database may still hold it.",
    origin: { path, at: key },
  });
}

const reported = new WeakSet<KeyValues>();

/**
 * Damage that hides keys, once for a table where somebody hears of it: values that cannot be read are reported one by one, but of
 * others not even the key is known.
 */
export function reportDamage(rows: KeyValues, context: Context & { isQuiet?: boolean }): void {
  if (!rows.damage || reported.has(rows)) return;
  if (!context.isQuiet) reported.add(rows);
  context.report({
    severity: "error",
    code: "damaged-database",
    message: `${messageOf(rows.damage)}. What lies elsewhere in it is read.`,
    origin: { path: rows.path },
    cause: rows.damage,
  });
}
