export {
  indexName,
  isAgentFile,
  isTranscriptName,
  memoryName,
  transcriptId,
} from "../store/names.js";
export { isOwnFolder } from "../store/own-folder.js";
export type { StoreFile } from "../store.js";
export {
  indexEntries,
  indexFields,
  isSpoken,
  messageFields,
  metaFields,
  promptFields,
  sidecarFields,
  stateFields,
  stateProjects,
  transcriptFields,
  transcriptNames,
} from "./fields.js";
export { withPersistedPath } from "./persisted.js";
export { isProjectFolderOf, projectFolderAmong, projectFolderName } from "./project-folder.js";
export { type RegisteredSession, registeredSessions } from "./registered.js";
export { type SessionStart, sessionStart } from "./session-start.js";
export { type ConfigPlace, findPathStores, type PathStores } from "./stores.js";
