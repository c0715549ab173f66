import {
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Usage,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, objectsOf, textOf, wordsOf } from "@chatexport/core/read";
import { filled, firstText } from "../../values/json-text.js";
import { pathOf } from "../../values/uri.js";
import { attachedLists } from "./attached-context.js";
import { draftOf } from "./prompt-text.js";

/*
 * What Cursor stores that the model has no field for, under Cursor's names. Whatever is not read elsewhere,
 * not dropped and not secret is kept, so that nothing is lost of what later versions add.
 */

/** Facts about a composer as a whole; `isDraftShown`: the session shows what is in the input box. */
export function composerNative(data: JsonObject, isDraftShown: boolean): JsonObject {
  const created = objectsOf(data.newlyCreatedFiles).flatMap((file) => pathOf(file.uri) ?? []);
  const draft = draftOf(data);
  return {
    ...unread(data, composerFields, dropped.composer),
    ...defined({
      subagentInfo: unread(objectOf(data.subagentInfo) ?? {}),
      modelConfig: unread(objectOf(data.modelConfig) ?? {}),
      newlyCreatedFiles: nonEmpty(created),
      draft: isDraftShown ? undefined : textOf(draft),
    }),
  };
}

/** Facts about a tab of the old chat pane. */
export function tabNative(tab: JsonObject): JsonObject | undefined {
  return filled(unread(tab, tabFields, dropped.tab) ?? {});
}

/** Facts about a bubble, without those that are empty, zero or false. */
export function bubbleNative(bubble: JsonObject, header: JsonObject | undefined): JsonObject {
  const grouping = objectOf(header?.grouping);
  const status = objectOf(bubble.contextWindowStatusAtCreation);
  return {
    ...unread(bubble, bubbleFields, dropped.bubble),
    ...defined({
      hidden: grouping?.isRenderable === false || undefined,
      turnDurationMs:
        (numberOf(bubble.turnDurationMs) ?? numberOf(grouping?.turnDurationMs)) || undefined,
      // How full the context was; zero means that Cursor did not know.
      contextWindowStatusAtCreation: numberOf(status?.tokensUsed)
        ? unread(status ?? {})
        : undefined,
    }),
  };
}

/** The fields that are read elsewhere, or added above in another form. */
const composerFields = new Set(
  wordsOf(`composerId name createdAt lastUpdatedAt isArchived text richText context capabilities
  fullConversationHeadersOnly conversation conversationMap conversationState
  latestConversationSummary codeBlockData originalFileStates originalModelLines newlyCreatedFiles
  subagentInfo modelConfig workspaceIdentifier parentComposerId subagentComposerIds todos`),
);
const tabFields = new Set(wordsOf("tabId id chatTitle title lastSendTime timestamp bubbles"));
const bubbleFields = new Set([
  ...wordsOf(`type bubbleId id text richText rawText content message initText thinking
  allThinkingBlocks errorDetails serviceStatusUpdate conversationSummary image images selectedImages
  context toolFormerData toolResults codeBlocks suggestedCodeBlocks assistantSuggestedDiffs
  suggestedDiffs createdAt startedAtMs timestamp timingInfo modelInfo modelType model modelId
  tokenCount usage unifiedMode capabilityType workspaceUris workspaceProjectDir
  contextWindowStatusAtCreation turnDurationMs mentions`),
  ...attachedLists,
]);

/** The fields that are not kept, each with the reason. */
const dropped: Readonly<Record<"bubble" | "composer" | "tab", Readonly<Record<string, string>>>> = {
  bubble: {
    _v: "version of the form",
    serverBubbleId: "id of a copy",
    usageUuid: "id of a copy",
    checkpointId: "id for undo",
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
  composer: {
    isNAL: "said by the state",
    hasLoaded: "state of the window",
    tabs: "state of the window",
    selectedTabIndex: "state of the window",
    isReadingLongFile: "state of the window",
    hasChangedContext: "state of the window",
  },
  tab: {
    hasNamedTab: "state of the window",
    lastFocusedBubbleId: "state of the window",
    selectedBubbleId: "state of the window",
    noReactiveContext: "state of the window",
    symbolToURI: "state of the window",
  },
};

/** Fields that hold keys and tokens, such as `blobEncryptionKey` and `speculativeSummarizationEncryptionKey`. */
const secret = /encryptionkey|apikey|accesstoken|refreshtoken|password|credential|secret/i;

/** The fields that nothing else reads, without secrets and those that are empty, zero or false. */
export function unread(
  object: JsonObject,
  read: ReadonlySet<string> = new Set(),
  notKept: Readonly<Record<string, string>> = {},
): JsonObject | undefined {
  const left = Object.keys(object).filter(
    (name) => !read.has(name) && !Object.hasOwn(notKept, name),
  );
  return objectOf(withoutSecrets(pickedFrom(object, left) ?? null));
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

/** Where the repository's worktree or the first folder of the workspace lay, as a bubble noted it. */
export function workspacePath(bubble: JsonObject): string | undefined {
  const folder = pathOf(listOf(bubble.workspaceUris)?.[0]);
  if (folder !== undefined) return folder;
  const path = pathOf(bubble.workspaceProjectDir);
  // Newer versions note Cursor's own folder for the project here.
  return path?.includes(".cursor/projects/") || path?.includes(".cursor\\projects\\")
    ? undefined
    : path;
}

/** The fields of the given names, without those that are empty, zero or false; undefined when none is left. */
export function pickedFrom(
  object: JsonObject | undefined,
  fields: readonly string[],
): JsonObject | undefined {
  const picked = fields.flatMap((field) => {
    const value = object && Object.hasOwn(object, field) ? object[field] : undefined;
    const isFilled = value && (typeof value !== "object" || Object.keys(value).length > 0);
    return isFilled ? [[field, value] as const] : [];
  });
  return filled<JsonObject>(Object.fromEntries(picked));
}

const modes: Readonly<Record<string, string>> = {
  1: "ask",
  2: "agent",
  3: "edit",
  4: "custom",
  5: "plan",
  6: "debug",
  chat: "ask",
};

/** The mode of a bubble: a number (0.45 on) or a word; undefined for numbers that are not known. */
export function modeOf(unifiedMode: Json | undefined): string | undefined {
  const key = numberOf(unifiedMode)?.toString() ?? textOf(unifiedMode);
  if (key === undefined) return undefined;
  return Object.hasOwn(modes, key) ? modes[key] : textOf(unifiedMode);
}

/** The model that a bubble names; "default" is Cursor's own choice. */
export function modelOf(bubble: JsonObject): string | undefined {
  const named = textOf(objectOf(bubble.modelInfo)?.modelName);
  return named ?? firstText(bubble, "modelType", "model", "modelId");
}

/** The tokens of a bubble; zero stands for what Cursor does not know (since November 2025 nearly always). */
export function usageOf(bubble: JsonObject): Usage | undefined {
  const count = objectOf(bubble.tokenCount);
  const usage = objectOf(bubble.usage);
  return filled<Usage>(
    present({
      inputTokens: tokens(count?.inputTokens) ?? tokens(usage?.input_tokens),
      outputTokens: tokens(count?.outputTokens) ?? tokens(usage?.output_tokens),
    }),
  );
}

function tokens(value: unknown): number | undefined {
  const count = numberOf(value) ?? 0;
  return count > 0 ? count : undefined;
}
