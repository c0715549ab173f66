import {
  type CompactionPart,
  type JsonObject,
  type NoticePart,
  type Part,
  present,
} from "@chatexport/core";
import {
  byName,
  listOf,
  nameSet,
  numberOf,
  objectOf,
  stringOf,
  textOf,
} from "@chatexport/core/read";
import { promptParts } from "../records/prompts.js";
import type { Entry } from "../records/records.js";
import { refusalText } from "./refusals.js";
import { frameParts, frameSubtypes } from "./stream-frames.js";

/** The subtypes that are shown as a notice in their own words, with the level when none is given. */
const noticeLevels = byName<NoticePart["level"]>([
  [
    "info",
    "agents_killed away_summary bridge_status informational init memory_recall memory_saved",
    "microcompact_boundary model_fallback permission_retry scheduled_task_fire session_start thinking",
  ],
  ["error", "api_error error"],
  ["warning", "api_refusal model_refusal_fallback model_refusal_no_fallback"],
]);

/** The subtypes of system records that are known (1.0 to 2.1.332). */
export const systemSubtypes: ReadonlySet<string> = new Set([
  "compact_boundary",
  "local_command",
  "stop_hook_summary",
  "turn_duration",
  ...frameSubtypes,
  ...noticeLevels.keys(),
]);

/** The parts of a system record, by its subtype; undefined when it has nothing to show. */
export function systemParts(record: JsonObject): Part[] | undefined {
  const subtype = textOf(record.subtype);
  const content = stringOf(record.content);
  switch (subtype) {
    case "compact_boundary":
      return [compaction(record)];
    case "local_command":
      return promptParts(content ?? "");
    case "stop_hook_summary":
      return stopHooks(record);
    case undefined:
      // In 1.0 and 2.0 what hooks printed; the id tells for which tool call they ran.
      if (content === undefined) return undefined;
      return record.toolUseID === undefined
        ? [notice(record, content)]
        : [{ type: "text", text: content, synthetic: "hook" }];
    default: {
      if (frameSubtypes.has(subtype)) return frameParts(subtype, record);
      const text = noticeText(subtype, record);
      return text === undefined ? undefined : [notice(record, text, subtype)];
    }
  }
}

function compaction(record: JsonObject): CompactionPart {
  const metadata = objectOf(record.compactMetadata);
  return present({
    type: "compaction",
    trigger: triggerOf(metadata?.trigger),
    tokensBefore: numberOf(metadata?.preTokens),
    tokensAfter: numberOf(metadata?.postTokens),
  });
}

function triggerOf(trigger: unknown): CompactionPart["trigger"] {
  return trigger === "auto" || trigger === "manual" ? trigger : undefined;
}

/** Fields of a system record that its message has in another form than they are recorded. */
export function systemNative(record: JsonObject): JsonObject {
  const { headers, ...error } = objectOf(record.error) ?? {};
  const level = textOf(record.level);
  const content = textOf(record.content);
  const isBoundary = /boundary$/.test(textOf(record.subtype) ?? "");
  return {
    ...compactionNative(record),
    // Shown is what the boundary means.
    ...(isBoundary && content !== undefined && { content }),
    // The server's headers hold ids of the user's account.
    ...(headers !== undefined && { error }),
    ...(level !== undefined && !levels.has(level) && { level }),
  };
}

/** The levels of a notice. */
const levels = nameSet("info warning error");

/** What a record tells of a compaction that is in no part. */
function compactionNative(record: JsonObject): JsonObject | undefined {
  const metadata = objectOf(record.compactMetadata);
  if (!metadata) return undefined;
  if (record.subtype !== "compact_boundary") return { compactMetadata: metadata };
  const { trigger, preTokens: _, postTokens: __, userContext: ___, ...rest } = metadata;
  if (triggerOf(trigger) === undefined && trigger !== undefined) rest.trigger = trigger;
  return Object.keys(rest).length > 0 ? { compactMetadata: rest } : undefined;
}

/** What the user asked the summary to keep, from `/compact`. */
export function compactionRequest(record: JsonObject): string | undefined {
  return textOf(objectOf(record.compactMetadata)?.userContext);
}

/** The commands `/compact` as the user typed them, with what they ask for. */
export function compactCommands(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ record }) => {
    const text = stringOf(record.content) ?? stringOf(objectOf(record.message)?.content);
    return text?.includes("<command-name>/compact</command-name>") ? [text] : [];
  });
}

function notice(record: JsonObject, text: string, code?: string): NoticePart {
  const own = record.level === "warning" || record.level === "error" ? record.level : undefined;
  const level = own ?? noticeLevels.get(code ?? "") ?? "info";
  return present({ type: "notice", level, text, code });
}

/** Undefined only for an unknown subtype without words of its own. */
function noticeText(subtype: string, record: JsonObject): string | undefined {
  const content = textOf(record.content);
  switch (subtype) {
    case "api_error":
    case "error":
      return content ?? apiError(record);
    case "microcompact_boundary":
      return microcompaction(record);
    case "model_fallback":
      return content ?? otherModel(record, "could not answer");
    case "model_refusal_fallback":
      return content ?? otherModel(record, "refused to answer");
    case "model_refusal_no_fallback":
      return content ?? refusalText(record);
    case "bridge_status":
      return withAddress(
        content ?? "Remote control",
        textOf(record.url) ?? textOf(record.bridgeUrl) ?? "",
      );
    case "away_summary":
      // For users who come back.
      return content === undefined ? undefined : `Recap: ${content}`;
    case "init":
      return content ?? "Session started";
    default:
      return content ?? (systemSubtypes.has(subtype) ? subtype.replaceAll("_", " ") : undefined);
  }
}

/** Since 2.1.92 or earlier the text ends with the address. */
function withAddress(text: string, url: string): string {
  return text.includes(url) ? text : `${text} ${url}`;
}

/** Clearing old results changes what the model sees, not what the transcript holds. */
function microcompaction(record: JsonObject): string {
  const metadata = objectOf(record.microcompactMetadata) ?? objectOf(record.compactMetadata);
  const cleared = listOf(metadata?.compactedToolIds)?.length;
  const saved = numberOf(metadata?.tokensSaved);
  const results = cleared === undefined ? "Old results" : `${cleared} old results`;
  const tokens = saved === undefined ? "" : ` (${saved} tokens)`;
  return `${results} of tools were cleared from what the model sees${tokens}; they are kept here`;
}

function otherModel({ originalModel, fallbackModel }: JsonObject, why: string): string {
  const from = textOf(originalModel) ?? "The model";
  return `${from} ${why}; ${textOf(fallbackModel) ?? "another model"} answered instead`;
}

/** Which hooks ran at the end of a turn; the user was told why one failed. */
function stopHooks(record: JsonObject): Part[] {
  const commands = (listOf(record.hookInfos) ?? []).map(
    (info) => textOf(objectOf(info)?.command) ?? "a hook without a command",
  );
  const added = record.hookAdditionalContext;
  const more = [record.stopReason, ...(listOf(added) ?? [added])].flatMap(
    (text) => textOf(text) ?? [],
  );
  const text = [...commands, ...more].join("\n") || "stop hooks";
  const errors = (listOf(record.hookErrors) ?? []).flatMap((error) => textOf(error) ?? []);
  return [
    { type: "text", text, synthetic: "hook" },
    ...errors.map((error) => stopHookError(error)),
  ];
}

function stopHookError(error: string): NoticePart {
  return { type: "notice", level: "warning", text: `Stop hook: ${error}`, code: "stop_hook" };
}

/** In the words of the server, which stand deeper or less deep from version to version. */
function apiError(record: JsonObject): string {
  const error = objectOf(record.error);
  const server = objectOf(error?.error);
  const innermost = objectOf(server?.error);
  const message =
    textOf(error?.formatted) ??
    textOf(innermost?.message) ??
    textOf(server?.message) ??
    textOf(error?.message) ??
    textOf(record.error);
  const status = numberOf(error?.status);
  const text = message ?? "API error";
  return status === undefined || text.startsWith(String(status)) ? text : `${status} ${text}`;
}
