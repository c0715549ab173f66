import { type Json, type JsonObject, present, type ToolCall } from "@chatexport/core";
import {
  fieldsWhere,
  numberOf,
  objectOf,
  once,
  stringOf,
  TallyCounter,
  wordsOf,
} from "@chatexport/core/read";
import { addNative, type Fields, type Holder } from "@chatexport/core/source";
import { firstValue, isFilled, jsonObjectOf, parsed } from "../../values/json-text.js";
import { fieldsOf, leftOf, toldOf } from "../fields.js";
import { inlineBubbles } from "../inline-bubbles.js";
import { type BinaryCall, binaryCall } from "./binary-call.js";
import type { CallLookup, StoredResult } from "./call-data.js";
import { isLineDiff } from "./diff-hunks.js";
import { isStatus, toolCall } from "./tool-call.js";
import { isStub } from "./tool-result.js";

/** The place of a call. */
interface Place extends CallLookup {
  tally?: TallyCounter;
}

/**
 * The call in `toolFormerData` of a bubble (1.0 on), or in an entry of `bubbleDataMap` of the same
 * shape (0.45). Undefined for the form without name, arguments or result (a third of the rows).
 */
export function toolFormerCall(
  data: JsonObject,
  /** In the first of the code blocks is what an edit wrote, when nothing else has it. */
  bubble: { id: string; codeBlocks?: Json[] },
  { tally = new TallyCounter(), ...lookup }: Place,
): ToolCall | undefined {
  const fields = fieldsOf(data);
  const beside = objectOf(parsed(data.additionalData)) ?? {};
  const additional = fieldsOf(beside);
  const own = fields.text("name");
  const name = own ?? toolNames[numberOf(data.tool) ?? 0];
  const toolCallId = fields.text("toolCallId");
  const binary = once(() => binaryCall(stringOf(data.toolCallBinary) ?? "") ?? {});
  const timeIn = (field: string) => fields.made(timeOf, field) ?? additional.made(timeOf, field);
  const contents = ["rawArgs", "params", "result", "error", "toolCallBinary"];
  const isEmpty = contents.every((field) => isBlank(parsed(data[field])));
  const call =
    name === undefined && isEmpty
      ? undefined
      : toolCall({
          id: toolCallId ?? `cursor-${bubble.id}`,
          name: name ?? "unknown",
          ...argumentsOf(data, binary),
          status: data.status,
          decision: firstValue(data, "userDecision") ?? beside.userDecision,
          error: data.error,
          additional: { ...present({ codeblock: bubble.codeBlocks?.[0] }), ...beside },
          result: resultOf(data, beside, toolCallId, lookup, binary),
          startedAt: timeIn("startedAtMs"),
          completedAt: timeIn("completedAtMs"),
          contentOf: lookup.contentOf,
        });
  if (call) takeCall(fields, additional);
  const holder: Holder = call ?? {};
  addNative(holder, toldOf(additional, "additional", tally));
  addNative(holder, toldOf(fields, "call", tally));
  if (call) addNative(call, factsOf(data));
  return call;
}

/** Takes what the call says, or what says the same. */
function takeCall(fields: Fields, additional: Fields): void {
  fields.fitting("tool", (tool) => toolNames[numberOf(tool) ?? 0] !== undefined);
  for (const name of ["rawArgs", "params", "result", "error"]) fields.json(name);
  fields.fitting("additionalData", (value) => objectOf(parsed(value)) !== undefined);
  for (const record of [fields, additional]) {
    record.fitting("status", isStatus);
    record.fitting("userDecision", isStatus);
  }
  // What an edit shows, and the conversation of a sub-agent.
  additional.fitting("precomputedDiff", isLineDiff);
  additional.fitting("composerData", isComposer);
  additional.fitting("codeblock", (value) => objectOf(value) !== undefined);
  additional.text("subagentComposerId");
  for (const list of ["todos", "answers", "currentSelections"])
    additional.fitting(list, (value) => typeof parsed(value) === "object");
}

/** True when a value is a conversation, which is read as such, or in rows of its own. */
function isComposer(value: Json): boolean {
  const composer = jsonObjectOf(value);
  if (!composer) return false;
  if (isBlank(composer) || inlineBubbles(composer).length > 0) return true;
  return "composerId" in composer && isBlank(composer.conversation);
}

function isBlank(value: Json | undefined): boolean {
  const fields = objectOf(value);
  return fields
    ? Object.keys(fields).length === 0
    : value === undefined || value === null || value === "";
}

/** The arguments that the model sent, or else the editor's version of them. */
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
  if (own !== undefined && !isStub(own)) return { output: own };
  const seen = toolCallId === undefined ? undefined : lookup.agentResult(toolCallId);
  const stub = objectOf(own);
  const returned = seen?.output ?? {};
  if (seen)
    return { ...seen, output: objectOf(returned) ? { ...stub, ...objectOf(returned) } : returned };
  const decoded = binary().result;
  if (stub || decoded) return { output: { ...stub, ...decoded } };
  // What the editor kept of a search whose result is gone: `topFiles`, `totalMatches`, …
  const kept = Object.entries(additional).filter(([name]) => /^(?:top|total)[A-Z]/.test(name));
  return kept.length > 0 ? { output: Object.fromEntries(kept), content: [] } : undefined;
}

function timeOf(time: Json): string | undefined {
  const milliseconds = numberOf(time);
  // Smaller numbers are not since 1970 but since the start of the call.
  const isDate = milliseconds !== undefined && milliseconds > 1e12 && milliseconds < 1e14;
  return isDate ? new Date(milliseconds).toISOString() : undefined;
}

/** The editor's version of the arguments, and the fields of an error besides its message. */
function factsOf(data: JsonObject): JsonObject | undefined {
  const [sent, made, error] = [parsed(data.rawArgs), parsed(data.params), parsed(data.error)];
  const known = Object.values(objectOf(sent) ?? {}).map((value) => JSON.stringify(value));
  const isOwn = (value: Json) => isFilled(value) && !known.includes(JSON.stringify(value));
  const params = objectOf(made);
  const others = params ? fieldsWhere(params, isOwn) : made;
  return leftOf(
    fieldsOf(
      present({
        params: isBlank(sent) ? undefined : (others ?? undefined),
        // One message of several, for the model or for the user, is the text of the result.
        error: typeof error === "string" ? undefined : (error ?? undefined),
      }),
    ),
  );
}

/** Names of tools by `toolFormerData.tool` (`ClientSideToolV2`, 2.3); numbers were reused, so a name wins. */
export const toolNames: Readonly<Record<string, string>> = Object.fromEntries(
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
