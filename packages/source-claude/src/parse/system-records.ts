import {
  type CompactionPart,
  type JsonObject,
  type NoticePart,
  type Part,
  present,
} from "@chatexport/core";
import { byName, listOf, numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import type { OpenRecord } from "../records/open-record.js";
import { promptParts } from "../records/prompts.js";
import type { Entry } from "../records/records.js";
import { says } from "../says.js";
import { refusal } from "./refusals.js";
import { frameParts, frameSubtypes } from "./stream-frames.js";
import type { Position } from "./turns.js";

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
export function systemParts({ record, fields, blockNames }: SystemRecord): Part[] | undefined {
  const subtype = fields.text("subtype");
  const level = fields.word(["info", "warning", "error"], "level");
  const noticeOf = (text: string): NoticePart => {
    const usual = noticeLevels.get(subtype ?? "") ?? "info";
    const own = level === "info" ? undefined : level;
    return present({ type: "notice", level: own ?? usual, text, code: subtype });
  };
  switch (subtype) {
    case "compact_boundary":
      return [compaction(fields)];
    case "local_command":
      return promptParts(fields.json("content"), undefined, blockNames);
    case "stop_hook_summary":
      return stopHooks(record);
    case undefined: {
      // In 1.0 and 2.0 what hooks printed; the id tells for which tool call they ran.
      const text = fields.string("content");
      if (text === undefined) return undefined;
      return record.toolUseID === undefined
        ? [noticeOf(text)]
        : [{ type: "text", text, synthetic: "hook" }];
    }
    default: {
      if (frameSubtypes.has(subtype)) return frameParts(subtype, record);
      const text = noticeText(subtype, record, fields);
      return text === undefined ? undefined : [noticeOf(text)];
    }
  }
}

/** A record of the system with its fields. */
type SystemRecord = OpenRecord & Pick<Entry, "record">;

function compaction(fields: Fields): CompactionPart {
  const metadata = fields.object("compactMetadata");
  // It stands beside the boundary, as a prompt.
  metadata?.text("userContext");
  return present({
    type: "compaction",
    trigger: metadata?.word(["auto", "manual"], "trigger"),
    tokensBefore: metadata?.number("preTokens"),
    tokensAfter: metadata?.number("postTokens"),
  });
}

/** The commands `/compact` in a line as the user typed them, with what they ask for. */
export function compactCommands(positions: readonly Position[]): string[] {
  return positions.flatMap(({ entry: { record } }) => {
    const text = stringOf(record.content) ?? stringOf(objectOf(record.message)?.content);
    return text?.includes("<command-name>/compact</command-name>") ? [text] : [];
  });
}

/** Undefined only for an unknown subtype without words of its own. */
function noticeText(subtype: string, record: JsonObject, fields: Fields): string | undefined {
  // Shown is what it means; its own words stay as they are.
  if (subtype === "microcompact_boundary") return microcompaction(record);
  const content = fields.text("content");
  if (subtype === "bridge_status") return withAddress(content ?? says.remoteControl, record);
  // For users who come back.
  if (subtype === "away_summary") return content && `${says.recap} ${content}`;
  const text = content ?? otherTexts.get(subtype)?.(record);
  return text ?? (systemSubtypes.has(subtype) ? subtype.replaceAll("_", " ") : undefined);
}

/** Texts of notices without a content, by their subtype. */
const otherTexts = new Map(
  Object.entries<(record: JsonObject) => string>({
    api_error: apiError,
    error: apiError,
    init: () => says.started,
    model_fallback: (record) => otherModel(record, says.couldNotAnswer),
    model_refusal_fallback: (record) => otherModel(record, says.refusedToAnswer),
    model_refusal_no_fallback: (record) =>
      refusal(record.originalModel, record.apiRefusalCategory, record.apiRefusalExplanation),
  }),
);

/** Since 2.1.92 or earlier the text ends with the address. */
function withAddress(text: string, record: JsonObject): string {
  const url = textOf(record.url) ?? textOf(record.bridgeUrl) ?? "";
  return text.includes(url) ? text : `${text} ${url}`;
}

/** Clearing old results changes what the model sees, not what the transcript holds. */
function microcompaction(record: JsonObject): string {
  const metadata = objectOf(record.microcompactMetadata) ?? objectOf(record.compactMetadata);
  const cleared = listOf(metadata?.compactedToolIds)?.length;
  const saved = numberOf(metadata?.tokensSaved);
  const results = cleared === undefined ? says.allOldResults : `${cleared} ${says.oldResults}`;
  const tokens = saved === undefined ? "" : ` (${saved} ${says.tokens})`;
  return `${results} ${says.resultsCleared}${tokens}; ${says.keptHere}`;
}

function otherModel({ originalModel, fallbackModel }: JsonObject, why: string): string {
  const from = textOf(originalModel) ?? says.model;
  return `${from} ${why}; ${textOf(fallbackModel) ?? says.otherModel} ${says.answeredInstead}`;
}

/** Which hooks ran at the end of a turn; the user was told why one failed. */
function stopHooks(record: JsonObject): Part[] {
  const commands = (listOf(record.hookInfos) ?? []).map(
    (info) => textOf(objectOf(info)?.command) ?? says.unnamedHook,
  );
  const added = record.hookAdditionalContext;
  const more = [record.stopReason, ...(listOf(added) ?? [added])].flatMap(
    (text) => textOf(text) ?? [],
  );
  const text = [...commands, ...more].join("\n") || says.stopHooks;
  const errors = (listOf(record.hookErrors) ?? []).flatMap((error) => textOf(error) ?? []);
  return [
    { type: "text", text, synthetic: "hook" },
    ...errors.map((error): NoticePart => {
      const text = `${says.stopHook} ${error}`;
      return { type: "notice", level: "warning", text, code: "stop_hook" };
    }),
  ];
}

/** In the words of the server, which are nested more or less deeply from version to version. */
function apiError(record: JsonObject): string {
  const error = objectOf(record.error);
  const server = objectOf(error?.error);
  const innermost = objectOf(server?.error);
  const messages = [innermost, server, error].map((holder) => holder?.message);
  const [text = says.apiError] = [error?.formatted, ...messages, record.error].flatMap(
    (message) => textOf(message) ?? [],
  );
  const status = numberOf(error?.status);
  return status === undefined || text.startsWith(String(status)) ? text : `${status} ${text}`;
}
