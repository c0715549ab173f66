import { plainName, wordsOf } from "@chatexport/core/read";
import { familyOf, itemKeys, panePrefix } from "../rows/keys.js";

/*
 * Cursor and VS Code write paths in JSON as URIs in text, as objects { fsPath, path, external, scheme }, and as
 * plain paths, under names that grow with each version. So a URI counts wherever it is the
 * whole of a text, a plain path in the fields below, and neither inside of messages.
 */

/** Fields that hold what people, models and tools said, or what files held; also all that is inside of them. */
export const saidFields: ReadonlySet<string> = new Set(
  wordsOf(`
    text rawText richText initText content contents code lines body markdown message query prompt
    output command url label name title chatTitle subtitle description textDescription summary
    latestConversationSummary thinking allThinkingBlocks todos error errorDetails diff diffString
    original modified originalModelDiffWrtV0 newModelDiffWrtV0 gitDiffs gitStatusRaw humanChanges
    toolFormerData toolCallBinary toolResults bubbleDataMap suggestedCodeBlocks
    assistantSuggestedDiffs conversationState
  `),
);

/** Fields that hold a plain path, or a list of them. */
export const pathFields: ReadonlySet<string> = new Set(
  wordsOf(`
    path fsPath _fsPath paths uri uris folder folders file filename fileName filePath fullPath
    absPath absolutePath rootPath cwd repoPath worktreePath workspacePath workspaceFolder
    workspaceProjectDir workspaceUris projectPath projectRoot relativeWorkspacePath relevantFiles
    recentlyViewedFiles fileSelections folderSelections attachedFolders attachedFoldersNew
    attachedFileCodeChunksUris configPath
  `),
);

/** Fields with the name of a folder in `workspaceStorage`: by their own name, or as "id" of one of these. */
export const idFields: { own: ReadonlySet<string>; parents: ReadonlySet<string> } = {
  own: new Set(["workspaceId", "workspaceStorageId"]),
  parents: new Set(["workspaceIdentifier", "workspace"]),
};

/** Fields of rows of a conversation with a JSON text that holds paths, too. */
export const jsonInJson: ReadonlySet<string> = new Set(["projectLayouts"]);

/** A list of conversations in the JSON of a row. */
export interface ConversationList {
  /** The field with the list. */
  list: string;
  /** The fields with the id of a conversation, the first that is there. */
  ids: readonly string[];
  /** The fields with what was said in it. */
  said: readonly string[];
}

/** By key the rows that list conversations: of `ItemTable`, the composers also of `cursorDiskKV`. */
export const conversationLists: Readonly<Record<string, ConversationList>> = {
  [itemKeys.tabs]: { list: "tabs", ids: ["tabId", "id"], said: ["bubbles"] },
  [itemKeys.composers]: {
    list: "allComposers",
    ids: ["composerId"],
    said: ["conversation", "fullConversationHeadersOnly"],
  },
  [itemKeys.heads]: { list: "allComposers", ids: ["composerId"], said: [] },
};

/** Lists of ids in the row of a workspace's composers (3.0 on). */
export const openedLists = ["selectedComposerIds", "lastFocusedComposerIds"] as const;

/** Rows of `ItemTable` that are lists of what was typed and what was made of it; the second have times. */
export const promptLists: Readonly<Record<string, { time?: string }>> = {
  "aiService.prompts": {},
  "aiService.generations": { time: "unixMs" },
};

/** True when a key of `ItemTable` holds an object whose names are conversations that a pane shows. */
export function isPane(key: string): boolean {
  return key.startsWith(panePrefix);
}

/** The tables of keys and values of the editor's databases. */
export const keyTables = ["ItemTable", "cursorDiskKV"] as const;

/** Prefixes of the keys in `cursorDiskKV` whose values name paths. Rows that are named by the hash of their content cannot change. */
export const placeFamilies = [
  "composerData:",
  "bubbleId:",
  "messageRequestContext:",
  "checkpointId:",
  "inlineDiff",
  itemKeys.composers,
] as const;

/** Prefixes of the keys in `cursorDiskKV` that have a URI or the name of a folder in `workspaceStorage` in them. */
export const placeKeys = ["ofsContent:", "inlineDiff"] as const;

/** True when a key of `ItemTable` may hold a token or identify the user: such a value is never read. */
export function isSecretItem(key: string): boolean {
  return /^(?:cursorAuth\/|secret:\/\/|telemetry\.|storage\.serviceMachineId)|auth|token|password|credential|apikey/i.test(
    key,
  );
}

/** The name of a key for messages: without ids and paths. */
export function keyLabel(table: string, key: string): string {
  return table === "ItemTable" ? plainName(key) : familyOf(key).family;
}
