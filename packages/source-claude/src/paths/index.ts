export { projectMark } from "../head/locator.js";
export type { StoreFile } from "../locate/disk.js";
export {
  archiveMarkName,
  indexName,
  isAgentFile,
  isTranscriptName,
  memoryName,
  transcriptId,
} from "../locate/file-kinds.js";
export { isOwnFolder } from "../locate/session-folder.js";
export { withPersistedPath } from "../tools/persisted-output.js";
export {
  indexEntries,
  indexFields,
  isRequestLog,
  isSpoken,
  linkFields,
  messageFields,
  metaFields,
  promptFields,
  sidecarFields,
  stateFields,
  stateProjects,
  transcriptFields,
  transcriptNames,
} from "./fields.js";
export { packed, packedFolders, packedName, packedPlace } from "./packed.js";
export { type ConfigPlace, findPathStores, type PathStores } from "./path-stores.js";
export { isProjectFolderOf, projectFolderAmong, projectFolderName } from "./project-folder.js";
export { type RegisteredSession, registeredSessions } from "./registered-sessions.js";
export { type SessionFiles, sessionFiles } from "./session-files.js";
export { ownIndexes, ownTranscripts, transcriptPath, transcriptsNamed } from "./session-place.js";
export { type SessionStart, sessionStart } from "./session-start.js";
