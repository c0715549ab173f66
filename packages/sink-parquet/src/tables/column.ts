/** A value in a row, as it is written: times in milliseconds since 1970, JSON as its text. */
type Cell =
  | string
  | bigint
  | number
  | boolean
  | Uint8Array
  | { [field: string]: Cell | undefined | null }
  | Cell[];

/** A row: what is absent is null in the file. */
export type Row = Record<string, Cell | undefined | null>;

/** The shape of a column's values. */
export type Shape =
  | "text"
  | "json"
  | "time"
  | "count"
  | "number"
  | "flag"
  | "bytes"
  | { fields: Record<string, Described> }
  | { items: Record<string, Described> };

/** A column, or a field of one. */
export interface Described {
  shape: Shape;
  /** The meaning of the column, with its unit, for the documentation. */
  meaning: string;
}

/** A column, and where its values come from. */
export interface Column<From> extends Described {
  cell(from: From): Cell | undefined;
}

/** Columns, or the fields of a column, by their names. */
export type Columns<From> = Readonly<Record<string, Column<From>>>;

/** The origin of a value. */
type Picked<From, Value> = (from: From) => Value | undefined;

/** A text. */
export function text<From>(meaning: string, pick: Picked<From, string>): Column<From> {
  return { shape: "text", meaning, cell: (from) => pick(from)?.toWellFormed() };
}

/** Any value, as JSON. */
export function json<From>(meaning: string, pick: Picked<From, unknown>): Column<From> {
  const cell = (from: From) => {
    const value = pick(from);
    return value === undefined ? undefined : JSON.stringify(value).toWellFormed();
  };
  return { shape: "json", meaning, cell };
}

/** A time: in the model RFC 3339, in the file UTC with milliseconds. */
export function time<From>(meaning: string, pick: Picked<From, string>): Column<From> {
  const cell = (from: From) => {
    const moment = Date.parse(pick(from) ?? "");
    return Number.isNaN(moment) ? undefined : BigInt(moment);
  };
  return { shape: "time", meaning, cell };
}

/** A whole number; any other is absent. */
export function count<From>(meaning: string, pick: Picked<From, number>): Column<From> {
  const cell = (from: From) => {
    const value = pick(from);
    return Number.isSafeInteger(value) ? BigInt(value ?? 0) : undefined;
  };
  return { shape: "count", meaning, cell };
}

/** A number with decimals. */
export function number<From>(meaning: string, pick: Picked<From, number>): Column<From> {
  return { shape: "number", meaning, cell: pick };
}

/** Yes or no; null is unknown. */
export function flag<From>(meaning: string, pick: Picked<From, boolean>): Column<From> {
  return { shape: "flag", meaning, cell: pick };
}

/** Bytes: in the model base64. */
export function bytes<From>(meaning: string, pick: Picked<From, string>): Column<From> {
  const cell = (from: From) => {
    const base64 = pick(from);
    return base64 === undefined ? undefined : Buffer.from(base64, "base64");
  };
  return { shape: "bytes", meaning, cell };
}

/** A column of several fields. */
export function struct<From, Inner>(
  meaning: string,
  pick: Picked<From, Inner>,
  fields: Columns<Inner>,
): Column<From> {
  const cell = (from: From) => {
    const inner = pick(from);
    return inner === undefined ? undefined : cellsOf(inner, fields);
  };
  return { shape: { fields }, meaning, cell };
}

/** A column that holds any number of values with the same fields. */
export function list<From, Inner>(
  meaning: string,
  pick: Picked<From, readonly Inner[]>,
  items: Columns<Inner>,
): Column<From> {
  return {
    ...{ shape: { items }, meaning },
    cell: (from) => pick(from)?.map((item) => cellsOf(item, items)),
  };
}

/** The columns of something that a row holds as columns of the row. */
export function within<From, Inner>(
  pick: (from: From) => Inner,
  columns: Columns<Inner>,
): Columns<From> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { cell, ...described }]) => [
      name,
      { ...described, cell: (from: From) => cell(pick(from)) },
    ]),
  );
}

/** The cells that columns have for something. */
export function cellsOf<From>(from: From, columns: Columns<From>): Row {
  const row: Row = {};
  for (const name in columns) row[name] = columns[name]?.cell(from);
  return row;
}
