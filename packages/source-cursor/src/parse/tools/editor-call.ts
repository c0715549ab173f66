import { defined, type Json, type JsonObject, present, type ToolCall } from "@chatexport/core";
import {
  fieldsWhere,
  numberOf,
  objectOf,
  once,
  stringOf,
  textOf,
  wordsOf,
} from "@chatexport/core/read";
import { filled, firstValue, parsed } from "../../values/json-text.js";
import { additionalFields, callFields, isFilled, unread } from "../known-fields.js";
import { type BinaryCall, binaryCall } from "./binary-call.js";
import type { CallLookup } from "./call-data.js";
import { storedResult, toolCall } from "./tool-call.js";
import { isStub, type StoredResult } from "./tool-result.js";

/**
 * The call in `toolFormerData` of a bubble (1.0 on), or in an entry of `bubbleDataMap` of the same
 * shape (0.45). Undefined for the form without name, arguments or result (a third of the rows).
 */
export function toolFormerCall(
  data: JsonObject,
  /** In the first of the code blocks is what an edit wrote, when nothing else has it. */
  bubble: { id: string; codeBlocks?: Json[] },
  lookup: CallLookup,
): ToolCall | undefined {
  const name = textOf(data.name) ?? toolNames[numberOf(data.tool) ?? 0];
  const contents = ["rawArgs", "params", "result", "error", "toolCallBinary"];
  const isEmpty = contents.every((field) => isBlank(parsed(data[field])));
  if (name === undefined && isEmpty) return undefined;
  const additional = objectOf(parsed(data.additionalData)) ?? {};
  const toolCallId = textOf(data.toolCallId);
  const binary = once(() => binaryCall(stringOf(data.toolCallBinary) ?? "") ?? {});
  return toolCall({
    id: toolCallId ?? `cursor-${bubble.id}`,
    name: name ?? "unknown",
    ...argumentsOf(data, binary),
    status: data.status,
    decision: firstValue(data, "userDecision") ?? additional.userDecision,
    error: data.error,
    additional: { ...present({ codeblock: bubble.codeBlocks?.[0] }), ...additional },
    result: resultOf(data, additional, toolCallId, lookup, binary),
    startedAt: timeOf(firstValue(data, "startedAtMs") ?? additional.startedAtMs),
    completedAt: timeOf(firstValue(data, "completedAtMs") ?? additional.completedAtMs),
    native: nativeOf(data, additional),
    contentOf: lookup.contentOf,
  });
}

function isBlank(value: Json | undefined): boolean {
  const fields = objectOf(value);
  return fields
    ? Object.keys(fields).length === 0
    : value === undefined || value === null || value === "";
}

/** What the model sent; what the editor made of it stands in when that was not kept. */
function argumentsOf(data: JsonObject, binary: () => BinaryCall) {
  const sent = parsed(data.rawArgs);
  const made = parsed(data.params);
  const params = objectOf(made);
  if (isBlank(sent)) {
    const input = isBlank(made) ? binary().input : made;
    return { input, params };
  }
  const isJson = typeof sent !== "string" || sent !== data.rawArgs;
  return isJson ? { input: sent, params } : { rawInput: sent, input: made ?? undefined, params };
}

/** The result from the first place that has one: it is not kept in one place in all versions. */
function resultOf(
  data: JsonObject,
  additional: JsonObject,
  toolCallId: string | undefined,
  lookup: CallLookup,
  binary: () => BinaryCall,
): StoredResult | undefined {
  const value = parsed(data.result);
  const own = isBlank(value) ? undefined : value;
  if (own !== undefined && !isStub(own)) return { value: own };
  const seen = toolCallId === undefined ? undefined : lookup.agentResult(toolCallId);
  const stub = objectOf(own);
  if (seen) return storedResult(seen, stub);
  const decoded = binary().result;
  if (stub || decoded) return { value: { ...stub, ...decoded } };
  // What the editor kept of a search whose result is gone: `topFiles`, `totalMatches`, …
  const kept = Object.entries(additional).filter(([name]) => /^(?:top|total)[A-Z]/.test(name));
  return kept.length > 0 ? { value: Object.fromEntries(kept), content: [] } : undefined;
}

function timeOf(time: Json | undefined): string | undefined {
  const milliseconds = numberOf(time);
  // Smaller numbers are not since 1970 but since the start of the call.
  const isDate = milliseconds !== undefined && milliseconds > 1e12 && milliseconds < 1e14;
  return isDate ? new Date(milliseconds).toISOString() : undefined;
}

/** What is in no field of a call: facts beside it, and what the editor made of its arguments. */
function nativeOf(data: JsonObject, additional: JsonObject): JsonObject | undefined {
  const sent = Object.values(objectOf(parsed(data.rawArgs)) ?? {}).map((value) =>
    JSON.stringify(value),
  );
  const made = objectOf(parsed(data.params)) ?? {};
  const isOwn = (value: Json) => isFilled(value) && !sent.includes(JSON.stringify(value));
  const params = isBlank(parsed(data.rawArgs)) ? undefined : fieldsWhere(made, isOwn);
  return filled({
    ...unread(additional, additionalFields),
    ...unread(data, callFields),
    ...defined({
      params: params && unread(params),
      // One message of several, for the model or for the user, is the text of the result.
      error: unread(objectOf(parsed(data.error)) ?? {}),
    }),
  });
}

/** Names of tools by `toolFormerData.tool` (`ClientSideToolV2`, 2.3); numbers were reused, so a name wins. */
const toolNames: Readonly<Record<string, string>> = Object.fromEntries(
  wordsOf(`
    1:read_semsearch_files 3:ripgrep_search 5:read_file 6:list_dir 7:edit_file 8:file_search
    9:semantic_search_full 11:delete_file 12:reapply 15:run_terminal_command_v2 16:fetch_rules
    18:web_search 19:mcp 23:search_symbols 24:background_composer_followup 25:knowledge_base
    26:fetch_pull_request 27:deep_search 28:create_diagram 29:fix_lints 30:read_lints
    31:go_to_definition 32:task 33:await_task 34:todo_read 35:todo_write 38:edit_file_v2
    39:list_dir_v2 40:read_file_v2 41:ripgrep_raw_search 42:glob_file_search 43:create_plan
    44:list_mcp_resources 45:read_mcp_resource 46:read_project 47:update_project 48:task_v2
    49:call_mcp_tool 50:apply_agent_diff 51:ask_question 52:switch_mode 53:generate_image
    54:computer_use 55:write_shell_stdin
  `).map((word) => word.split(":")),
);
