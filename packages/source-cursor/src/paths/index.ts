export { files, folders, workspaceFields } from "../locate/file-names.js";
export { type Entries, entriesOf, statOf } from "../locate/folders.js";
export { type Root, rootsOf } from "../locate/roots.js";
export { pathOfAnyUri, type UriTarget } from "../values/uri.js";
export {
  comparable as comparablePath,
  hashesOf as chatsFolderNames,
  slugOf,
} from "../workspaces/folder-names.js";
export {
  type EditorPlatform,
  editorLock,
  type FolderOnDisk,
  hasSlug,
  platformOf,
  projectSlugs,
  workspaceId,
} from "./editor-folder.js";
export {
  type ConversationList,
  conversationLists,
  idFields,
  isPane,
  isSecretItem,
  jsonInJson,
  keyLabel,
  keyTables,
  openedLists,
  pathFields,
  placeFamilies,
  placeKeys,
  promptLists,
  saidFields,
} from "./path-fields.js";
