import { type Json, type JsonObject, present, type ToolCall } from "@chatexport/core";
import { numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { storedResult } from "./agent-call.js";
import { type BinaryCall, binaryCall } from "./binary.js";
import type { CallLookup } from "./call.js";
import { isStub, type StoredResult } from "./results/tool-result.js";
import { toolCall } from "./tool-call.js";
import { toolNames } from "./tool-ids.js";
import { firstValue, parsed } from "./values.js";

/** What a bubble tells of the call in it. */
export interface CallBubble {
  id: string;
  /** In the first of them is what an edit wrote, when nothing else has it. */
  codeBlocks?: Json[];
}

/**
 * The call in `toolFormerData` of a bubble (1.0 on), or in an entry of `bubbleDataMap` of the same
 * shape (0.45). Undefined for the form without name, arguments or result, which a third of the rows
 * have: there is nothing to show.
 */
export function toolFormerCall(
  data: JsonObject,
  bubble: CallBubble,
  lookup: CallLookup,
): ToolCall | undefined {
  const name = textOf(data.name) ?? toolNames.get(numberOf(data.tool) ?? 0);
  if (name === undefined && !saysMore(data)) return undefined;
  const additional = objectOf(parsed(data.additionalData)) ?? {};
  const toolCallId = textOf(data.toolCallId);
  const binary = binaryOf(data);
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
    native: nativeOf(additional),
    contentOf: (key) => lookup.contentOf(key),
  });
}

/** Whether a call without a name has something to show all the same. */
function saysMore(data: JsonObject): boolean {
  return ["rawArgs", "params", "result", "error", "toolCallBinary"].some((name) => {
    const value = parsed(data[name]);
    return !isBlank(value);
  });
}

function isBlank(value: Json | undefined): boolean {
  const fields = objectOf(value);
  return fields
    ? Object.keys(fields).length === 0
    : value === undefined || value === null || value === "";
}

/** Decoded once, and only when asked for. */
function binaryOf(data: JsonObject): () => BinaryCall {
  let call: BinaryCall | undefined;
  return () => {
    call ??= binaryCall(stringOf(data.toolCallBinary) ?? "") ?? {};
    return call;
  };
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
  const summary = summaryOf(additional);
  return summary && { value: summary, content: [] };
}

/** What the editor kept of a search whose result is gone: `topFiles`, `totalMatches`, … */
function summaryOf(additional: JsonObject): JsonObject | undefined {
  const fields = Object.entries(additional).filter(([name]) => /^(?:top|total)[A-Z]/.test(name));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function timeOf(time: Json | undefined): string | undefined {
  const milliseconds = numberOf(time);
  // Smaller numbers are not since 1970 but since the start of the call.
  const isDate = milliseconds !== undefined && milliseconds > 1e12 && milliseconds < 1e14;
  return isDate ? new Date(milliseconds).toISOString() : undefined;
}

function nativeOf(additional: JsonObject): JsonObject | undefined {
  const kept = nativeNames.flatMap((name) => {
    const value = firstValue(additional, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

const nativeNames = [
  "blockReason",
  "isPruned",
  "reviewData",
  "supersededSubagentComposerIds",
  "terminationReason",
];
