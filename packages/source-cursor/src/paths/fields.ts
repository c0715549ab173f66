/*
 * Cursor and VS Code write places in JSON as URIs in text, as objects { fsPath, path, external, scheme }, and as
 * plain paths, under names that grow with each version. So URIs are taken for places wherever they are the
 * whole of a text, plain paths in the fields below, and neither inside of what somebody said.
 */

/** Fields that hold what people, models and tools said, or what files held; also all that is inside of them. */
export const saidFields: ReadonlySet<string> = new Set([
  "text",
  "rawText",
  "richText",
  "initText",
  "content",
  "contents",
  "code",
  "lines",
  "body",
  "markdown",
  "message",
  "query",
  "prompt",
  "output",
  "command",
  "url",
  "label",
  "name",
  "title",
  "chatTitle",
  "subtitle",
  "description",
  "textDescription",
  "summary",
  "latestConversationSummary",
  "thinking",
  "allThinkingBlocks",
  "todos",
  "error",
  "errorDetails",
  "diff",
  "diffString",
  "original",
  "modified",
  "originalModelDiffWrtV0",
  "newModelDiffWrtV0",
  "gitDiffs",
  "gitStatusRaw",
  "humanChanges",
  "toolFormerData",
  "toolCallBinary",
  "toolResults",
  "bubbleDataMap",
  "suggestedCodeBlocks",
  "assistantSuggestedDiffs",
  "conversationState",
]);

/** Fields that hold a plain path, or a list of them. */
export const pathFields: ReadonlySet<string> = new Set([
  "path",
  "fsPath",
  "_fsPath",
  "paths",
  "uri",
  "uris",
  "folder",
  "folders",
  "file",
  "filename",
  "fileName",
  "filePath",
  "fullPath",
  "absPath",
  "absolutePath",
  "rootPath",
  "cwd",
  "repoPath",
  "worktreePath",
  "workspacePath",
  "workspaceFolder",
  "workspaceProjectDir",
  "workspaceUris",
  "projectPath",
  "projectRoot",
  "relativeWorkspacePath",
  "relevantFiles",
  "recentlyViewedFiles",
  "fileSelections",
  "folderSelections",
  "attachedFolders",
  "attachedFoldersNew",
  "attachedFileCodeChunksUris",
  "configPath",
]);

/** Fields with the name of a folder in `workspaceStorage`: by their own name, or as "id" of one of these. */
export const idFields: { own: ReadonlySet<string>; parents: ReadonlySet<string> } = {
  own: new Set(["workspaceId", "workspaceStorageId"]),
  parents: new Set(["workspaceIdentifier", "workspace"]),
};

/** Fields of rows of a conversation with a JSON text that holds places, too. */
export const jsonInJson: ReadonlySet<string> = new Set(["projectLayouts"]);
