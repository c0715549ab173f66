export { type Database, OpenDatabase, type Parameter, type Row } from "./database.js";
export {
  DatabaseError,
  type DatabaseProblem,
  databaseError,
  noDriver,
} from "./database-error.js";
export { type DatabaseFiles, lookAt } from "./database-files.js";
export {
  type Connection,
  type Driver,
  type Fallback,
  findDriver,
  type Statement,
} from "./driver.js";
export { keyValues } from "./key-value-table.js";
export {
  bytesOfValue,
  type KeyRange,
  type KeyValues,
  keyRange,
  type StoredKey,
  type StoredValue,
  textOfValue,
} from "./key-values.js";
export { createDatabases, type Databases, openDatabase } from "./open.js";
export { copyTo } from "./private-copy.js";
