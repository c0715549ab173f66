export {
  type Database,
  OpenDatabase,
  type Parameter,
  type Row,
  type WhileOpen,
} from "./database.js";
export {
  DatabaseError,
  type DatabaseProblem,
  databaseError,
  reasonOf,
} from "./database-error.js";
export { type DatabaseFiles, lookAt, looksLikeDatabase, type Way } from "./database-files.js";
export { damagedDatabase, malformedRow, unreadableDatabase } from "./diagnostics.js";
export type { Connection, Driver, Statement } from "./driver.js";
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
export { createDatabases, type Databases, driverOfCopy, openDatabase } from "./open.js";

export { type OwnDriver, ownDriver } from "./own-driver.js";
export { copyTo } from "./private-copy.js";
export {
  type DatabasePlace,
  type SessionDatabaseParts,
  type SessionRow,
  sessionDatabases,
  type ToldOfSession,
  withChildren,
} from "./session-databases.js";
export {
  firstPrompts,
  jsonOfRow,
  type MessageRows,
  readRows,
  sessionRow,
  skipRows,
  titled,
} from "./session-rows.js";
