import { type Context, messageOf } from "@chatexport/core";
import type { KeyValues } from "./sqlite/key-values.js";

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

const reported = new WeakSet<KeyValues>();

/**
 * Damage that hides keys, once for a table: values that cannot be read are reported one by one, but of
 * others not even the key is known.
 */
export function reportDamage(rows: KeyValues, context: Context): void {
  if (!rows.damage || reported.has(rows)) return;
  reported.add(rows);
  context.report({
    severity: "error",
    code: "damaged-database",
    message: `${messageOf(rows.damage)}. What lies elsewhere in it is read.`,
    origin: { path: rows.path },
    cause: rows.damage,
  });
}
