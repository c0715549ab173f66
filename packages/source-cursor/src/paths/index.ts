export { type Entries, entriesOf, realPathOf, statOf } from "../folders.js";
export { type Place, places } from "../places.js";
export { OpenDatabase } from "../sqlite/connection.js";
export {
  type Database,
  DatabaseError,
  type DatabaseProblem,
  type Parameter,
  type Row,
} from "../sqlite/database.js";
export {
  type Connection,
  type Driver,
  type Fallback,
  findDriver,
  type Statement,
} from "../sqlite/driver.js";
export { databaseError, noDriver } from "../sqlite/errors.js";
export { type KeyRange, keyRange } from "../sqlite/key-range.js";
export { openDatabase } from "../sqlite/open.js";
export { copyTo } from "../sqlite/private-copy.js";
export { type DatabaseFiles, lookAt } from "../sqlite/ways.js";
export { comparable as comparablePath, slugOf } from "../workspaces/slugs.js";
export { pathOfAnyUri, type UriTarget } from "../workspaces/uri.js";
export {
  type ConversationList,
  conversationLists,
  isPane,
  openedLists,
  promptLists,
} from "./conversations.js";
export { type EditorLock, editorLock } from "./editor-lock.js";
export { idFields, jsonInJson, pathFields, saidFields } from "./fields.js";
export { chatsFolderNames, hasSlug, projectSlugs } from "./folder-names.js";
export { files, folders, workspaceFields } from "./names.js";
export { isSecretItem, keyLabel, keyTables, placeFamilies, placeKeys } from "./rows.js";
export { type EditorPlatform, type FolderOnDisk, platformOf, workspaceId } from "./workspace-id.js";
