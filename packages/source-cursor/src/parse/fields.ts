import type { JsonObject } from "@chatexport/core";
import { byName, fieldsWhere, nameSet, type TallyCounter } from "@chatexport/core/read";
import { Fields, type NamedFields } from "@chatexport/core/source";
import { isFilled, jsonObjectOf } from "../values/json-text.js";
import { pathOf } from "../values/uri.js";

/** The reasons why fields are in no session, with their names. */
const reasons = {
  "the agent's own state in bytes; the messages that it names are read": "conversationState",
  "what the editor can; calls in it are read": "capabilities",
  "the files as they were; edits have the lines": "originalFileStates originalModelLines",
  "the call in bytes; read where its arguments or its result are gone": "toolCallBinary",
  "where the text names its context, which has lists of its own": "mentions",
  "said by the state": "isNAL",
  "said by the type": "messageType aiType",
  "said by the text": "hasCodeBlock",
  "said by the name of the file, or at the fence": "languageId",
  "said by the bubble": "textPreview hasText hasThinking",
  "said by the call": "toolFormerTool editLinesAdded editLinesRemoved shellStatus taskStatus",
  "id of a copy": "serverBubbleId usageUuid",
  "id for undo": "checkpointId afterCheckpointId",
  "what the editor can": `capabilitiesRan editToolSupportsSearchAndReplace supportedTools
    capabilityStatuses capabilityTypes isCapabilityIteration`,
  "version of the row": "chatDataVersion composerDataVersion",
  "state of the window": `hasLoaded tabs selectedTabIndex isReadingLongFile hasChangedContext
    isFileListExpanded isQueueExpanded editingBubbleId activeTabsShouldBeReactive hasNamedTab
    lastFocusedBubbleId lastFocusedBubble selectedBubbleId noReactiveContext symbolToURI
    selectedComposerId selectedTabId delegate contextCacheTimestamp longFilesFitTimestamp
    diffHistories recentlyViewedFiles recentLocationsHistory isFocused repoStep contentHeightHint
    editorContext pinnedContexts inputBoxDelegate inputBoxDelegateMap`,
};

/** The fields of the editor's records that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = Object.fromEntries(
  byName(Object.entries(reasons)),
);

/** The dropped fields that are objects or lists. */
const wholes = nameSet(
  "capabilities capabilitiesRan capabilityStatuses capabilityTypes conversationState delegate",
  "diffHistories editorContext inputBoxDelegate inputBoxDelegateMap lastFocusedBubble mentions",
  "originalFileStates originalModelLines pinnedContexts recentLocationsHistory",
  "recentlyViewedFiles repoStep supportedTools symbolToURI tabs toolCallBinary",
);

/** The dropped fields that are numbers or flags. */
const numbers = nameSet(
  "isNAL messageType hasCodeBlock hasText hasThinking editLinesAdded editLinesRemoved",
  "editToolSupportsSearchAndReplace isCapabilityIteration hasLoaded isReadingLongFile hasChangedContext",
  "isFileListExpanded isQueueExpanded activeTabsShouldBeReactive hasNamedTab noReactiveContext",
  "contextCacheTimestamp longFilesFitTimestamp isFocused chatDataVersion composerDataVersion",
);

/** Fields that the model has no place for, as Cursor has written them from 0.40 to 3.19. */
const kept = nameSet(
  // Of composers, and of tabs of the old chat pane.
  "_v isDraft subtitle status unifiedMode forceMode isAgentic agentBackend isSpec isProject isWorktree",
  "generatingBubbleIds queueItems contextTokensUsed contextTokenLimit contextUsagePercent",
  "promptTokenBreakdown tokenCount usageData totalLinesAdded totalLinesRemoved filesChangedCount",
  "userResponsesToSuggestedCodeBlocks referencedPlans newlyCreatedFolders deleteFileSuggestions",
  "queuedAddedFiles inlineDiffIdMap gitGraphFileSuggestions trackedGitRepos gitWorktree branches",
  "createdOnBranch activeBranch committedToBranch prBranchName subComposerIds rootComposerId",
  "isBestOfNParent isBestOfNSubcomposer createdFromBackgroundAgent latestChatGenerationUUID",
  "allAttachedFileCodeChunksUris todos latestConversationSummary tabState longContextModeEnabled",
  // Of rows with lists of these.
  "selectedComposerIds lastFocusedComposerIds hasMigratedComposerData hasMigratedMultipleComposers",
  // Of bubbles.
  "requestId completedAtMs timingInfo thinkingDurationMs promptDryRunInfo isRefunded relevantFiles",
  "multiFileLinterErrors webReferences docsReferences gitDiffs commits pullRequests humanChanges",
  "followup referencedCodeBlockURIs selectedCommits selectedPullRequests composers useWeb",
  "fileLinks symbolLinks currentFileLocationData lastTerminalCwd existedPreviousTerminalCommand",
  "existedSubsequentTerminalCommand allThinkingBlocks rawText content message modelType model modelId",
  "intermediateSectionType intermediateChunks statusUpdates cachedConversationSummary checkpoint",
  "diffsSinceLastApply tokenCountUpUntilHere tokenDetailsUpUntilHere createdAt timestamp startedAtMs",
  "contextWindowStatusAtCreation",
  // Of calls.
  "modelCallId toolIndex attachments userDecision",
  "reviewData blockReason supersededSubagentComposerIds pattern topFiles totalMatches isPruned",
  "terminationReason instructions startAtLineInTerminal startAtBufferLine sessionId version",
  "lintingStatus reasonForAcceptReject",
);

/** Names of keys and tokens, such as `blobEncryptionKey` and `speculativeSummarizationEncryptionKey`. */
export const secret = /encryptionkey|apikey|accesstoken|refreshtoken|password|credential|secret/i;

/** The fields of the editor's records that no reader takes, by their treatment. */
export const named: NamedFields = { dropped, wholes, numbers, kept, secret };

/** The fields of an object of the editor's. */
export function fieldsOf(object: JsonObject): Fields {
  return new Fields(object, named);
}

/** Takes an object, or one as JSON in a text, whose rest its reader keeps; no name in it is unknown. */
export function innerOf(fields: Fields, name: string): Fields | undefined {
  const object = fields.made(jsonObjectOf, name);
  return object && fieldsOf(object);
}

/** Takes the path in a field: a path, or a URI in either form. */
export function pathFrom(fields: Fields, name: string): string | undefined {
  const uri = fields.object(name);
  if (!uri) return fields.made(pathOf, name);
  for (const number of ["$mid", "_sep", "sep"]) uri.number(number);
  const texts = ["fsPath", "path", "external", "scheme", "authority"];
  return pathOf(Object.fromEntries(texts.map((text) => [text, uri.text(text) ?? null])));
}

/** The rest of an object, without what is zero: for `native`. */
export function leftOf(fields: Fields | undefined): JsonObject | undefined {
  return fieldsWhere(fields?.rest() ?? {}, isFilled);
}

/** The rest of a record, whose unknown names are reported. */
export function toldOf(
  fields: Fields | undefined,
  place: string,
  tally: TallyCounter,
): JsonObject | undefined {
  const left = leftOf(fields);
  for (const name of fields?.unknown ?? []) tally.unknownField(`${place}-key`, name);
  return left;
}
