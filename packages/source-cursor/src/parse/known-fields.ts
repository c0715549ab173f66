import type { Json, JsonObject } from "@chatexport/core";
import { nameSet, objectOf, type TallyCounter } from "@chatexport/core/read";

/*
 * What becomes of each field of Cursor's records. Whatever is neither read, dropped nor secret is kept as it
 * is in `native`; what is not in these tables at all is told as unknown besides.
 */

/** The names of the fields in one kind of object. */
export interface KnownFields {
  /** The model has them in other words. */
  read?: ReadonlySet<string>;
  /** They are kept as they are. */
  kept?: ReadonlySet<string>;
  /** They are in no session, with the reason. */
  dropped?: Readonly<Record<string, string>>;
}

/** The fields of a composer. */
export const composerFields: KnownFields = {
  read: nameSet(
    "composerId name createdAt lastUpdatedAt isArchived text richText context capabilities",
    "fullConversationHeadersOnly conversation conversationMap latestConversationSummary codeBlockData",
    "originalFileStates originalModelLines newlyCreatedFiles subagentInfo modelConfig todos",
    "workspaceIdentifier parentComposerId subagentComposerIds",
  ),
  kept: nameSet(
    "_v isDraft subtitle status unifiedMode forceMode isAgentic agentBackend isSpec isProject isWorktree",
    "generatingBubbleIds queueItems contextTokensUsed contextTokenLimit contextUsagePercent",
    "promptTokenBreakdown tokenCount usageData totalLinesAdded totalLinesRemoved filesChangedCount",
    "userResponsesToSuggestedCodeBlocks referencedPlans newlyCreatedFolders deleteFileSuggestions",
    "queuedAddedFiles inlineDiffIdMap gitGraphFileSuggestions trackedGitRepos gitWorktree branches",
    "createdOnBranch activeBranch committedToBranch prBranchName subComposerIds rootComposerId",
    "isBestOfNParent isBestOfNSubcomposer createdFromBackgroundAgent latestChatGenerationUUID",
    "allAttachedFileCodeChunksUris",
  ),
  dropped: {
    conversationState: "the agent's own state in bytes; the messages that it names are read",
    isNAL: "said by the state",
    hasLoaded: "state of the window",
    tabs: "state of the window",
    selectedTabIndex: "state of the window",
    isReadingLongFile: "state of the window",
    hasChangedContext: "state of the window",
    isFileListExpanded: "state of the window",
    isQueueExpanded: "state of the window",
    editingBubbleId: "state of the window",
    activeTabsShouldBeReactive: "state of the window",
  },
};

/** The fields of a tab of the old chat pane. */
export const tabFields: KnownFields = {
  read: nameSet("tabId id chatTitle title lastSendTime timestamp bubbles"),
  kept: nameSet("tabState longContextModeEnabled"),
  dropped: {
    hasNamedTab: "state of the window",
    lastFocusedBubbleId: "state of the window",
    lastFocusedBubble: "state of the window",
    selectedBubbleId: "state of the window",
    noReactiveContext: "state of the window",
    symbolToURI: "state of the window",
  },
};

/** The fields of a bubble. */
export const bubbleFields: KnownFields = {
  read: nameSet(
    "type bubbleId id text richText rawText content message initText thinking allThinkingBlocks",
    "errorDetails serviceStatusUpdate conversationSummary image images selectedImages context mentions",
    "toolFormerData toolResults codeBlocks suggestedCodeBlocks assistantSuggestedDiffs suggestedDiffs",
    "createdAt startedAtMs timestamp modelInfo modelType model modelId tokenCount usage unifiedMode",
    "workspaceUris workspaceProjectDir contextWindowStatusAtCreation turnDurationMs capabilityType",
    "selections attachedCodeChunks fileSelections attachedFileCodeChunksUris folderSelections",
    "attachedFolders attachedFoldersNew terminalSelections terminalFiles quotes notepads cursorRules",
    "selectedDocs externalLinks codebaseContextChunks isThought",
  ),
  kept: nameSet(
    "requestId completedAtMs timingInfo thinkingDurationMs promptDryRunInfo isRefunded relevantFiles",
    "multiFileLinterErrors webReferences docsReferences gitDiffs commits pullRequests humanChanges",
    "followup referencedCodeBlockURIs selectedCommits selectedPullRequests composers useWeb",
    "fileLinks symbolLinks currentFileLocationData lastTerminalCwd existedPreviousTerminalCommand",
    "existedSubsequentTerminalCommand",
    "intermediateSectionType intermediateChunks statusUpdates cachedConversationSummary checkpoint",
    "diffsSinceLastApply tokenCountUpUntilHere tokenDetailsUpUntilHere",
  ),
  dropped: {
    _v: "version of the form",
    serverBubbleId: "id of a copy",
    usageUuid: "id of a copy",
    checkpointId: "id for undo",
    afterCheckpointId: "id for undo",
    conversationState: "the agent's own state in bytes; the messages that it names are read",
    capabilitiesRan: "what the editor can",
    editToolSupportsSearchAndReplace: "what the editor can",
    delegate: "state of the window",
    contextCacheTimestamp: "state of the window",
    longFilesFitTimestamp: "state of the window",
    isAgentic: "said by the mode",
    supportedTools: "what the editor can",
    capabilities: "what the editor can",
    capabilityStatuses: "what the editor can",
    capabilityTypes: "what the editor can",
    isCapabilityIteration: "what the editor can",
    diffHistories: "state of the window",
    recentlyViewedFiles: "state of the window",
    recentLocationsHistory: "state of the window",
    todos: "repeated from the call",
    messageType: "said by the type",
    aiType: "said by the type",
    isFocused: "state of the window",
    hasCodeBlock: "said by the text",
    repoStep: "state of the window",
  },
};

/** The fields of an entry in a composer's list of bubbles. */
export const headerFields: KnownFields = {
  read: nameSet("bubbleId type serverBubbleId createdAt startedAtMs grouping"),
  dropped: { contentHeightHint: "state of the window" },
};

/** The fields of `grouping` of such an entry: what the window shows of a bubble before it is opened. */
export const groupingFields: KnownFields = {
  read: nameSet("isRenderable textPreview toolCallId turnDurationMs"),
  dropped: {
    hasText: "said by the bubble",
    hasThinking: "said by the bubble",
    thinkingDurationMs: "said by the bubble",
    toolFormerTool: "said by the call",
    editLinesAdded: "said by the call",
    editLinesRemoved: "said by the call",
    shellStatus: "said by the call",
    taskStatus: "said by the call",
  },
};

/** The fields of the data of a call. */
export const callFields: KnownFields = {
  read: nameSet(
    "name tool toolCallId status rawArgs params result userDecision error startedAtMs completedAtMs",
    "additionalData",
  ),
  kept: nameSet("modelCallId toolIndex attachments"),
  dropped: { toolCallBinary: "the call in bytes; read where its arguments or its result are gone" },
};

/** The fields of `additionalData` of a call. */
export const additionalFields: KnownFields = {
  read: nameSet(
    "status userDecision precomputedDiff codeblock composerData subagentComposerId todos answers",
    "currentSelections startedAtMs completedAtMs",
  ),
  kept: nameSet(
    "reviewData blockReason supersededSubagentComposerIds pattern topFiles totalMatches isPruned",
    "terminationReason instructions startAtLineInTerminal startAtBufferLine sessionId version",
    "lintingStatus reasonForAcceptReject",
  ),
};

/** The fields of a message of the agent. */
export const messageFields: KnownFields = {
  read: nameSet("role content text tool_calls tool_call_id toolCallId name id model"),
  kept: nameSet("providerOptions message metadata timestamp"),
};

/** The fields of its parts, of every type. */
export const partFields: KnownFields = {
  read: nameSet(
    "type text thinking reasoning signature data toolCallId id callId tool_use_id tool_call_id toolName",
    "name tool_name args input arguments parameters output result content experimental_content isError",
    "is_error highLevelToolCallResult image image_url url source path filename mediaType mimeType value",
  ),
  kept: nameSet("providerOptions"),
};

/** The fields of what `meta` of a `store.db` says of a conversation. */
export const chatFields: KnownFields = {
  read: nameSet(
    "agentId name createdAt mode latestRootBlobId lastUsedModel approvalMode subagentInfo",
  ),
};

/** The fields of what Cursor notes on a message or a part. */
export const optionFields: KnownFields = {
  read: nameSet("modelName highLevelToolCallResult isSummary loopReminder"),
  kept: nameSet("requestId"),
};

/** The fields of a block of code that a composer proposed. */
export const blockFields: KnownFields = {
  dropped: { languageId: "said by the name of the file" },
};

/** Fields that hold keys and tokens, such as `blobEncryptionKey` and `speculativeSummarizationEncryptionKey`. */
const secret = /encryptionkey|apikey|accesstoken|refreshtoken|password|credential|secret/i;

/** What an object holds that the model has in no field, without what is secret, empty, zero or false. */
export function unread(
  object: JsonObject,
  { read, dropped = {} }: KnownFields = {},
): JsonObject | undefined {
  const left = Object.entries(object).filter(
    ([name, value]) => isFilled(value) && !read?.has(name) && !Object.hasOwn(dropped, name),
  );
  const kept = objectOf(withoutSecrets(Object.fromEntries(left)));
  return kept && Object.keys(kept).length > 0 ? kept : undefined;
}

/** Counts the fields of an object that are in no table. */
export function countUnknownFields(
  object: JsonObject,
  place: string,
  { read, kept, dropped = {} }: KnownFields,
  tally: TallyCounter,
): void {
  for (const [name, value] of Object.entries(object))
    if (isFilled(value) && !read?.has(name) && !kept?.has(name) && !Object.hasOwn(dropped, name))
      if (!secret.test(name)) tally.unknownField(`${place}-key`, name);
}

/** Most records have fields in which nothing is. */
export function isFilled(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value);
}

// Nothing of Cursor's is nested deeper; there, no secret could be found without the stack ending.
const deepest = 500;

function withoutSecrets(value: Json, depth = 0): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) return `(nested deeper than ${deepest} levels)`;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !secret.test(name));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withoutSecrets(field, depth + 1)]),
  );
}
