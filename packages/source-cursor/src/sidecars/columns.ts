import type { Database, Row } from "@chatexport/sqlite";

/**
 * An expression for each column that reads it, or NULL where the table lacks it; undefined when
 * there is no such table. The names are ours, so they need no quoting.
 */
export function columnsOf<Name extends string>(
  database: Database,
  table: string,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const existing = database.columns(table);
  if (existing.size === 0) return undefined;
  return Object.fromEntries(
    names.map((name) => [name, existing.has(name) ? name : "NULL"]),
  ) as Record<Name, string>;
}

/** All rows of a table with the columns named; those that it lacks are NULL. */
export function rowsOf(database: Database, table: string, names: readonly string[]): Row[] {
  const columns = columnsOf(database, table, names);
  if (!columns) return [];
  const selected = Object.entries(columns).map(([name, expression]) => `${expression} AS ${name}`);
  return database.all(`SELECT ${selected.join(", ")} FROM ${table}`);
}
