import { contextWith } from "./context.mjs";
import { uriOf } from "./files.mjs";

/** The row of a composer; `chat` is undefined for a draft to which nobody ever wrote. */
export function composerOf({ composerId, name, createdAt, workspace, chat }) {
  return {
    _v: 16,
    composerId,
    ...(name && { name }),
    richText: JSON.stringify({ root: { children: [], type: "root", version: 1 } }),
    hasLoaded: true,
    text: "",
    fullConversationHeadersOnly: chat?.headers ?? [],
    conversationMap: {},
    status: chat ? "completed" : "none",
    context: contextWith([]),
    gitGraphFileSuggestions: [],
    generatingBubbleIds: [],
    isReadingLongFile: false,
    codeBlockData: chat?.codeBlockData ?? {},
    originalFileStates: chat?.originalFileStates ?? {},
    newlyCreatedFiles: [],
    newlyCreatedFolders: [],
    createdAt,
    ...(chat && { lastUpdatedAt: chat.now }),
    hasChangedContext: false,
    activeTabsShouldBeReactive: true,
    capabilities: [],
    isFileListExpanded: false,
    unifiedMode: "agent",
    forceMode: "edit",
    isAgentic: true,
    modelConfig: { modelName: chat?.model ?? "default", maxMode: false, selectedModels: [] },
    usageData: {},
    allAttachedFileCodeChunksUris: [],
    subComposerIds: [],
    subagentComposerIds: [],
    capabilityContexts: [],
    todos: [],
    isQueueExpanded: true,
    queueItems: [],
    contextTokensUsed: chat ? 90_000 : 0,
    contextTokenLimit: 200_000,
    totalLinesAdded: 0,
    totalLinesRemoved: 0,
    filesChangedCount: 0,
    isArchived: false,
    isDraft: chat === undefined,
    isNAL: true,
    agentBackend: "cursor-agent",
    conversationState: chat?.agent.state() ?? "~",
    workspaceIdentifier: { id: workspace.id, uri: uriOf(workspace.path) },
  };
}

/** The head of a bubble in its composer. */
export function headerOf({ bubbleId, type, createdAt, text, thinking, toolFormerData }) {
  return {
    bubbleId,
    type,
    createdAt,
    contentHeightHint: 120,
    grouping: {
      isRenderable: true,
      hasText: text !== "",
      ...(text !== "" && { textPreview: text.slice(0, 120) }),
      ...(thinking && { hasThinking: true }),
      ...(toolFormerData && {
        toolFormerTool: toolFormerData.tool,
        toolCallId: toolFormerData.toolCallId,
      }),
    },
  };
}

/** The states that a composer keeps of the files that it changed. */
export function fileStatesOf(random, text, files) {
  const changed = Array.from({ length: random.integer(0, 4) }, files.next);
  const uris = changed.map(({ path }) => `file://${path}`);
  return {
    codeBlockData: Object.fromEntries(
      uris.map((uri) => [
        uri,
        Array.from({ length: random.integer(1, 6) }, () => ({
          codeBlockIdx: 0,
          bubbleId: random.uuid(),
          diffId: random.uuid(),
          languageId: "typescript",
          status: "accepted",
          content: text.code(10).join("\n"),
        })),
      ]),
    ),
    originalFileStates: Object.fromEntries(
      changed.map(({ lines }, index) => [
        uris[index],
        { content: lines.join("\n"), firstEditBubbleId: random.uuid(), isNewlyCreated: false },
      ]),
    ),
  };
}
