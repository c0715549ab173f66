import {
  type CompactionPart,
  type JsonObject,
  listOf,
  type NoticePart,
  numberOf,
  objectOf,
  type Part,
  present,
  stringOf,
  textOf,
} from "@chatexport/core";
import { promptParts } from "./prompts.js";

/**
 * The parts of a system record, by its subtype. Undefined for a record that has nothing to show and
 * a subtype that is not known.
 */
export function systemParts(record: JsonObject): Part[] | undefined {
  const subtype = textOf(record.subtype);
  const content = stringOf(record.content);
  switch (subtype) {
    case "compact_boundary":
      return [compaction(record)];
    case "local_command":
      return promptParts(content ?? "", false);
    case "stop_hook_summary":
      return [{ type: "text", text: hookSummary(record), synthetic: "hook" }];
    case "api_error":
      return [notice("error", apiError(record), subtype)];
    case undefined:
      // In 1.0 and 2.0 what hooks printed; the id tells for which tool call they ran.
      if (content === undefined) return undefined;
      return record.toolUseID === undefined
        ? [notice(levelOf(record.level), content)]
        : [{ type: "text", text: content, synthetic: "hook" }];
    default:
      return content === undefined ? undefined : [notice(levelOf(record.level), content, subtype)];
  }
}

function compaction(record: JsonObject): CompactionPart {
  const metadata = objectOf(record.compactMetadata);
  return present({
    type: "compaction" as const,
    trigger: triggerOf(metadata?.trigger),
    tokensBefore: numberOf(metadata?.preTokens),
    tokensAfter: numberOf(metadata?.postTokens),
  });
}

function triggerOf(trigger: unknown): CompactionPart["trigger"] {
  return trigger === "auto" || trigger === "manual" ? trigger : undefined;
}

function notice(level: NoticePart["level"], text: string, code?: string): NoticePart {
  return present({ type: "notice" as const, level, text, code });
}

function levelOf(level: unknown): NoticePart["level"] {
  return level === "warning" || level === "error" ? level : "info";
}

function hookSummary(record: JsonObject): string {
  const commands = (listOf(record.hookInfos) ?? []).map(
    (info) => textOf(objectOf(info)?.command) ?? "a hook without a command",
  );
  const errors = (listOf(record.hookErrors) ?? []).map((error) => stringOf(error) ?? "");
  const reason = textOf(record.stopReason);
  return [...commands, ...errors, ...(reason ? [reason] : [])].join("\n") || "stop hooks";
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
    textOf(error?.message);
  const status = numberOf(error?.status);
  return [status, message ?? "API error"].filter((text) => text !== undefined).join(" ");
}
