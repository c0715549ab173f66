export { type Entries, entriesOf, realPathOf, statOf } from "../folders.js";
export { type Place, places } from "../places.js";
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
