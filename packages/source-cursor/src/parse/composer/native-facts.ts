import { type Json, type JsonObject, present, type Usage } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";
import { pathOf } from "../../values/uri.js";
import { draftOf } from "./prompt-text.js";

/*
 * What Cursor stores that the model has no field for, under Cursor's names. Only what is listed here
 * is taken: a composer also holds keys for encryption.
 */

/**
 * Facts about a composer as a whole, without those that are empty, zero or false; `isDraftShown` where
 * the session shows what is in the input box.
 */
export function composerNative(data: JsonObject, isDraftShown: boolean): JsonObject {
  const native: JsonObject = {};
  for (const field of composerFields) {
    const value = data[field];
    if (saysSomething(value)) native[field] = value;
  }
  const info = objectOf(data.subagentInfo);
  if (info) native.subagentInfo = pickedFrom(info, subagentFields);
  const model = objectOf(data.modelConfig);
  if (model) native.modelConfig = pickedFrom(model, ["modelName", "maxMode"]);
  const created = (listOf(data.newlyCreatedFiles) ?? []).flatMap(
    (file) => pathOf(objectOf(file)?.uri) ?? [],
  );
  if (created.length > 0) native.newlyCreatedFiles = created;
  const draft = draftOf(data);
  if (draft !== "" && !isDraftShown) native.draft = draft;
  for (const field of ["subagentInfo", "modelConfig"])
    if (!saysSomething(native[field])) delete native[field];
  return native;
}

const composerFields = [
  "_v",
  "subtitle",
  "status",
  "unifiedMode",
  "forceMode",
  "isAgentic",
  "agentBackend",
  "contextTokensUsed",
  "contextTokenLimit",
  "contextUsagePercent",
  "promptTokenBreakdown",
  "tokenCount",
  "usageData",
  "totalLinesAdded",
  "totalLinesRemoved",
  "filesChangedCount",
  "isDraft",
  "isSpec",
  "isProject",
  "isWorktree",
  "isBestOfNParent",
  "isBestOfNSubcomposer",
  "subComposerIds",
  "createdFromBackgroundAgent",
  "generatingBubbleIds",
  "queueItems",
  "referencedPlans",
  "userResponsesToSuggestedCodeBlocks",
  "createdOnBranch",
  "committedToBranch",
  "activeBranch",
  "prBranchName",
  "branches",
  "trackedGitRepos",
  "gitWorktree",
] as const;

const subagentFields = [
  "parentComposerId",
  "rootParentConversationId",
  "toolCallId",
  "subagentType",
  "subagentTypeName",
  "typeName",
] as const;

/** Facts about a bubble, without those that are empty, zero or false. */
export function bubbleNative(bubble: JsonObject, header: JsonObject | undefined): JsonObject {
  const native: JsonObject = {};
  for (const field of bubbleFields) {
    const value = bubble[field];
    if (saysSomething(value)) native[field] = value;
  }
  const grouping = objectOf(header?.grouping);
  if (grouping?.isRenderable === false) native.hidden = true;
  const duration = numberOf(bubble.turnDurationMs) ?? numberOf(grouping?.turnDurationMs);
  if (duration) native.turnDurationMs = duration;
  const context = contextWindow(bubble);
  if (context) native.contextWindowStatusAtCreation = context;
  return native;
}

const bubbleFields = [
  "requestId",
  "completedAtMs",
  "thinkingDurationMs",
  "relevantFiles",
  "multiFileLinterErrors",
  "webReferences",
  "docsReferences",
  "isRefunded",
] as const;

/** How full the context was; zero means that Cursor did not know. */
function contextWindow(bubble: JsonObject): JsonObject | undefined {
  const status = objectOf(bubble.contextWindowStatusAtCreation);
  if (!numberOf(status?.tokensUsed)) return undefined;
  return status && pickedFrom(status, ["tokensUsed", "tokenLimit", "percentageRemaining"]);
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

/** The fields of the given names, without those that are empty, zero or false. */
export function pickedFrom(object: JsonObject, fields: readonly string[]): JsonObject {
  const result: JsonObject = {};
  for (const field of fields) if (saysSomething(object[field])) result[field] = object[field];
  return result;
}

function saysSomething(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === "" || value === 0 || value === false)
    return false;
  if (typeof value !== "object") return true;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
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
  return (
    textOf(objectOf(bubble.modelInfo)?.modelName) ??
    textOf(bubble.modelType) ??
    textOf(bubble.model) ??
    textOf(bubble.modelId)
  );
}

/**
 * The tokens of a bubble: `tokenCount`, or `usage` in the names of the API. Cursor writes zero for what
 * it does not know (since November 2025 nearly always).
 */
export function usageOf(bubble: JsonObject): Usage | undefined {
  const count = objectOf(bubble.tokenCount);
  const usage = objectOf(bubble.usage);
  const result: Usage = present({
    inputTokens: tokens(count?.inputTokens) ?? tokens(usage?.input_tokens),
    outputTokens: tokens(count?.outputTokens) ?? tokens(usage?.output_tokens),
  });
  return Object.keys(result).length > 0 ? result : undefined;
}

function tokens(value: unknown): number | undefined {
  const count = numberOf(value);
  return count !== undefined && count > 0 ? count : undefined;
}
