import { defined, type Json, type JsonObject, present, type ToolCall } from "@chatexport/core";
import { objectOf, objectsOf, stringOf, textOf, utcTime } from "@chatexport/core/read";
import type { Entry } from "./branches.js";
import { callFields, resultFields, unread } from "./known-fields.js";
import { type ArtifactTitles, detailsOf } from "./tool-details.js";
import { toolResult } from "./tool-results.js";

/** A call with its result; `fallbackId` is its id when the export has none. */
export function toolCall(
  block: JsonObject,
  result: JsonObject | undefined,
  fallbackId: string,
  titles: ArtifactTitles,
): ToolCall {
  const name = stringOf(block.name) ?? "";
  return {
    ...defined({
      type: "tool-call" as const,
      id: callId(block) ?? fallbackId,
      name,
      title: titleOf(block.message, name),
      server: textOf(block.mcp_server_url) && textOf(block.integration_name),
    }),
    ...detailsOf(name, objectOf(block.input) ?? {}, titles),
    ...defined({
      input: block.input,
      status: statusOf(result),
      startedAt: utcTime(block.start_timestamp),
      completedAt: utcTime(result?.stop_timestamp),
      result: result && toolResult(result, name),
      native: nativeOf(block, result),
    }),
  };
}

/** The line that the website shows; of some tools it is only the name again. */
function titleOf(message: Json | undefined, name: string): string | undefined {
  const title = textOf(message);
  return title === undefined || name.split(":").includes(title) ? undefined : title;
}

function statusOf(result: JsonObject | undefined): ToolCall["status"] {
  if (!result) return "unknown";
  return result.is_error === true ? "failed" : "completed";
}

function nativeOf(block: JsonObject, result: JsonObject | undefined): JsonObject | undefined {
  const own = unread(block, callFields);
  const returned = result && unread(result, resultFields);
  return own || returned ? { ...own, ...present({ result: returned }) } : undefined;
}

/** The results of a conversation by the blocks of their calls. */
export interface Pairs {
  results: ReadonlyMap<JsonObject, JsonObject>;
  /** The blocks of results that a call shows. */
  shown: ReadonlySet<JsonObject>;
}

/**
 * Finds the call of each result: by its id, else by its name and order. Without ids the results of
 * parallel calls come in the order in which they were ready (seen in 2026), so one that could
 * belong to several calls is given to none.
 */
export function pairResults(entries: readonly Entry[]): Pairs {
  const results = new Map<JsonObject, JsonObject>();
  const byId = callsById(entries);
  for (const { message } of entries) {
    let open: JsonObject[] = [];
    let unclear = 0;
    for (const block of objectsOf(message.content)) {
      if (block.type === "tool_use") open.push(block);
      if (block.type !== "tool_result") continue;
      const call = callOf(block, byId, open);
      if (call && !results.has(call)) {
        results.set(call, block);
        open = open.filter((other) => other !== call);
      } else if (open.length > 0) unclear++;
      // As many results as calls: whatever comes now belongs to calls that come now.
      if (unclear === open.length) {
        open = [];
        unclear = 0;
      }
    }
  }
  return { results, shown: new Set(results.values()) };
}

/** The id of a call; in some exports it stands among the arguments (seen in 2026). */
function callId({ id, input }: JsonObject): string | undefined {
  return textOf(id) ?? textOf(objectOf(input)?._tool_call_id);
}

function callsById(entries: readonly Entry[]): Map<string, JsonObject> {
  const calls = new Map<string, JsonObject>();
  for (const { message } of entries)
    for (const block of objectsOf(message.content)) {
      const id = block.type === "tool_use" ? callId(block) : undefined;
      if (id !== undefined && !calls.has(id)) calls.set(id, block);
    }
  return calls;
}

function callOf(
  result: JsonObject,
  byId: ReadonlyMap<string, JsonObject>,
  open: readonly JsonObject[],
): JsonObject | undefined {
  const id = textOf(result.tool_use_id);
  const named = id === undefined ? undefined : byId.get(id);
  if (named) return named;
  const name = textOf(result.name);
  const candidates = open.filter(
    (call) =>
      (name === undefined || call.name === name) &&
      (id === undefined || callId(call) === undefined),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}
