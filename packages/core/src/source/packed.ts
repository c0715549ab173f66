import type { JsonObject } from "../json.js";
import type { System } from "../read/system.js";
import type { PlacedSession } from "./placed.js";

/** The place where sessions of a pack go on. */
export interface PackedPlace {
  /**
   * The path of a file, by its name in a pack; that of the database for the rows of a session. Throws `ChangeError`
   * where the tool has no place for it.
   */
  pathOf(name: string): string;
  /** The folders of the tool for which a pack has paths of its own. */
  ownFolders?: readonly { from: string; to: string }[];
  /** True for a file that takes the place of one that a deleted session has left. */
  mayReplace?(name: string): boolean;
  /** A file by which the tool knows the place, where it needs one that is not there. */
  mark?: { path: string; text: string };
}

/**
 * Facts about the files of a tool's sessions, for programs that take some to another machine: never settings, keys or
 * memory. A name is that of a file in a pack.
 */
export interface PackedFiles {
  /** True for a file of a session, by its name; no other one is packed. */
  isOwn(name: string, id: string): boolean;
  /** The field with the id of a session in the rows of a list, by its name; undefined for any other file. */
  rowIdIn?(name: string): string | undefined;
  /** The name of a file, where it is not its path in the folder around the session. */
  nameOf?(path: string): string;
  /** The path of a file below the folder where a pack is laid out; its name where this is absent. */
  laidOutAt?(name: string): string;
  /** The places to look at in such a folder; the folder itself where this is absent. */
  placesIn?(folder: string): string[];
  /** The roots by which the source reads a session; the path of the session where this is absent. */
  rootsOf?(session: PlacedSession): string[];
  /** The settings in a JSON file, by its name: they stay behind. */
  settingsIn?(name: string, json: JsonObject): (string | number)[][];
  /** The place of sessions that go on in a folder, where the folders of the store do not tell it. */
  placeFor?(folder: string, system: System): PackedPlace;
  /** The rows of a session, for a tool that keeps sessions in a database; absent for all others. */
  rows?: PackedRows;
  /** The words that go on with a session, or let a person choose it. */
  command(id: string): string[];
}

/** A row of a database. */
export interface PackedRow {
  table: string;
  row: Readonly<Record<string, unknown>>;
}

/** Facts by which the rows of sessions get from one database into another. */
export interface PackedRows {
  /** The column with the id of a row's session, by the name of each table; no other table is packed. */
  owners: Readonly<Record<string, string>>;
  /** The columns that hold paths, by "table.column": which fields of the JSON there; none where the value is a path. */
  places: Readonly<Record<string, readonly string[]>>;
  /** Columns of a session's own row that stay behind: what one store alone has, and what the tool may do unasked. */
  left: readonly string[];
  /** The name of a database with nothing but the rows of a pack. */
  databaseName: string;
  /** Columns of the tables that the source looks for in such a database. */
  tables: Readonly<Record<string, readonly string[]>>;
  /** True for a row of reasoning that a model's API takes back only as it was. */
  isSigned(row: PackedRow): boolean;
  /** A row as the database of another machine takes it, with others that it needs there. */
  adopted(row: PackedRow, query: Query): PackedRow[];
}

/** Asks a database for rows; none where it has no such table. */
export type Query = (sql: string, ...parameters: string[]) => Readonly<Record<string, unknown>>[];

/** A session in the rows of a database, or in files that become such rows. */
export interface RowSession {
  id: string;
  /** The root by which the source reads it. */
  root: string;
  /** Itself, and its sub-agents. */
  parts: readonly RowPart[];
  /** The folder of the tool that its rows name. */
  folder: string;
  /** A folder in that with files of all sessions, by whose names rows refer to them. */
  filesName: string;
}

/** A session alone, in the rows of a database. */
export interface StoredRows {
  database: string;
  id: string;
}

/** A session alone, in files. */
export interface MadeRows {
  /** The rows that they become. */
  rows(): PackedRow[];
}

/** A session alone. */
export type RowPart = StoredRows | MadeRows;
