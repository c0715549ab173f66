import type { JsonObject } from "@chatexport/core";
import { fieldsWhere, nameSet, type TallyCounter } from "@chatexport/core/read";
import { droppedFields, Fields, type NamedFields } from "@chatexport/core/source";
import { isFilled, jsonObjectOf } from "../values/json-text.js";
import { pathOf } from "../values/uri.js";

/** The fields of the editor's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "the agent's own state in bytes; the messages that it names are read": {
    objects: "conversationState",
  },
  "what the editor can; calls in it are read": { objects: "capabilities" },
  "the files as they were; edits have the lines": {
    objects: "originalFileStates originalModelLines",
  },
  "the call in bytes; read where its arguments or its result are gone": {
    objects: "toolCallBinary",
  },
  "where the text names its context, which has lists of its own": { objects: "mentions" },
  "said by the state": { numbers: "isNAL" },
  "said by the type": { texts: "aiType", numbers: "messageType" },
  "said by the text": { numbers: "hasCodeBlock" },
  "said by the name of the file, or at the fence": { texts: "languageId" },
  "said by the bubble": { texts: "textPreview", numbers: "hasText hasThinking" },
  "said by the call": {
    texts: "toolFormerTool shellStatus taskStatus",
    numbers: "editLinesAdded editLinesRemoved",
  },
  "id of a copy": { texts: "serverBubbleId usageUuid" },
  "id for undo": { texts: "checkpointId afterCheckpointId" },
  "what the editor can": {
    numbers: "editToolSupportsSearchAndReplace isCapabilityIteration",
    objects: "capabilitiesRan supportedTools capabilityStatuses capabilityTypes",
  },
  "version of the row": { numbers: "chatDataVersion composerDataVersion" },
  "state of the window": {
    texts: `selectedTabIndex editingBubbleId lastFocusedBubbleId selectedBubbleId
      selectedComposerId selectedTabId contentHeightHint`,
    numbers: `hasLoaded isReadingLongFile hasChangedContext isFileListExpanded isQueueExpanded
      activeTabsShouldBeReactive hasNamedTab noReactiveContext contextCacheTimestamp
      longFilesFitTimestamp isFocused`,
    objects: `tabs lastFocusedBubble symbolToURI delegate diffHistories recentlyViewedFiles
      recentLocationsHistory repoStep editorContext pinnedContexts inputBoxDelegate
      inputBoxDelegateMap`,
  },
});

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
export const named = { dropped, kept, secret } satisfies NamedFields;

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
