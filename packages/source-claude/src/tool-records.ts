import { type Context, type JsonObject, listOf, objectOf, present, textOf } from "@chatexport/core";
import { isResponseResult, type ToolRecords } from "./assistant.js";
import { utcTime } from "./facts.js";
import { ownFields } from "./native.js";
import { persistedPath, readPersistedOutput } from "./persisted-output.js";
import type { Entry } from "./records.js";
import { type RecordedResult, shownText } from "./results.js";

/** The tool calls of a transcript with what can only be known from all its records together. */
export interface TranscriptTools extends ToolRecords {
  /** By the id of a sub-agent the call that started it, as results and progress tell it. */
  agents: ReadonlyMap<string, string>;
}

/**
 * Collects the calls and results of a transcript, wherever they stand: the result of a parallel call
 * can lie far from it. Reads outputs that were put aside from the session's folder.
 */
export async function collectTools(
  entries: readonly Entry[],
  sessionFolder: string,
  repeated: JsonObject,
  context: Context,
): Promise<TranscriptTools> {
  const calls = new Set<string>();
  const results = new Map<string, RecordedResult>();
  const agents = new Map<string, string>();
  for (const { record } of entries) {
    if (record.type === "progress") {
      // Until about 2.1.8x the progress of a sub-agent named both ends.
      const agentId = textOf(objectOf(record.data)?.agentId);
      const callId = textOf(record.parentToolUseID);
      if (agentId && callId) agents.set(agentId, callId);
      continue;
    }
    const blocks = (listOf(objectOf(record.message)?.content) ?? [])
      .map(objectOf)
      .filter((block) => block !== undefined);
    for (const block of blocks) {
      const resultOf = textOf(block.tool_use_id);
      if (resultOf && (isResponseResult(block) || block.type === "tool_result")) {
        if (!results.has(resultOf))
          results.set(resultOf, recordedResult(block, blocks, record, repeated));
      } else if (record.type === "assistant" && textOf(block.id)) calls.add(String(block.id));
    }
  }
  for (const [callId, { output }] of results) {
    const agentId = textOf(objectOf(output)?.agentId);
    if (agentId) agents.set(agentId, callId);
  }
  await readPersistedOutputs(results, sessionFolder, context);
  return { calls, results, agents };
}

function recordedResult(
  block: JsonObject,
  blocks: readonly JsonObject[],
  record: JsonObject,
  repeated: JsonObject,
): RecordedResult {
  // Other writers put several results in one record; then it is not said whose output this is.
  const isOnly = blocks.filter((other) => other.tool_use_id !== undefined).length === 1;
  return present({
    block,
    output: isOnly ? record.toolUseResult : undefined,
    denial: textOf(record.toolDenialKind),
    completedAt: utcTime(record.timestamp),
    native: record.type === "user" ? ownFields(record, repeated) : undefined,
  });
}

async function readPersistedOutputs(
  results: Map<string, RecordedResult>,
  sessionFolder: string,
  context: Context,
): Promise<void> {
  for (const recorded of results.values()) {
    const path = persistedPath(shownText(recorded.block), recorded.output);
    if (path) recorded.persisted = await readPersistedOutput(path, sessionFolder, context);
  }
}
