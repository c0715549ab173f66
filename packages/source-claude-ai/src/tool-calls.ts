import { defined, type JsonObject, type ToolCall, type ToolResult } from "@chatexport/core";
import { objectOf, objectsOf, type TallyCounter, textOf } from "@chatexport/core/read";
import { addNative, type Holder, keepRest } from "@chatexport/core/source";
import type { Entry } from "./branches.js";
import { fieldsOf } from "./fields.js";
import { type ArtifactTitles, detailsOf } from "./tool-details.js";
import { toolResult } from "./tool-results.js";

/** A call with its result; `fallbackId` is its id when the export has none. */
export function toolCall(
  block: JsonObject,
  answer: JsonObject | undefined,
  fallbackId: string,
  titles: ArtifactTitles,
  tally: TallyCounter,
): ToolCall {
  const fields = fieldsOf(block);
  fields.text("type");
  const name = fields.string("name") ?? "";
  const id = fields.text("id") ?? callId(block) ?? fallbackId;
  const title = fields.text("message");
  const server = textOf(block.mcp_server_url) && fields.text("integration_name");
  const input = fields.json("input");
  const returned = answer && fieldsOf(answer);
  const result = returned && toolResult(returned, name, tally);
  const call: ToolCall = {
    ...defined({
      type: "tool-call" as const,
      id,
      name,
      // Of some tools the line that the website shows is only the name again.
      title: title !== undefined && name.split(":").includes(title) ? undefined : title,
      server,
    }),
    ...detailsOf(name, input, titles),
    ...defined({
      input,
      status: statusOf(result),
      startedAt: fields.time("start_timestamp"),
      completedAt: returned?.time("stop_timestamp"),
      result,
    }),
  };
  keepRest(call, fields, "call", tally);
  if (!returned) return call;
  // It repeats whose result it is.
  for (const key of ["type", "id", "tool_use_id"]) returned.text(key);
  for (const key of ["name", "integration_name", "mcp_server_url"])
    returned.word([textOf(block[key]) ?? ""], key);
  const rest: Holder = {};
  keepRest(rest, returned, "result", tally);
  if (rest.native) addNative(call, { result: rest.native });
  return call;
}

function statusOf(result: ToolResult | undefined): ToolCall["status"] {
  if (!result) return "unknown";
  return result.isError ? "failed" : "completed";
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

/** The id of a call; some exports have it among the arguments (seen in 2026). */
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
