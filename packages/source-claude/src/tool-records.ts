import {
  type Context,
  type JsonObject,
  listOf,
  objectOf,
  present,
  stringOf,
  textOf,
} from "@chatexport/core";
import { isServerResult, type ToolRecords } from "./assistant.js";
import { utcTime } from "./facts.js";
import { ownFields } from "./native.js";
import { persistedPath, readPersistedOutput } from "./persisted-output.js";
import type { Entry } from "./records.js";
import type { RecordedResult } from "./results.js";

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
      const call = textOf(record.parentToolUseID);
      if (agentId && call) agents.set(agentId, call);
      continue;
    }
    const content = listOf(objectOf(record.message)?.content) ?? [];
    const resultCount = content.filter((item) => objectOf(item)?.type === "tool_result").length;
    for (const item of content) {
      const block = objectOf(item);
      const callId = textOf(block?.type === "tool_result" ? block.tool_use_id : block?.id);
      if (record.type === "assistant") {
        if (callId) calls.add(callId);
        if (isServerResult(block)) results.set(String(block.tool_use_id), { block });
      } else if (block?.type === "tool_result" && callId && !results.has(callId)) {
        // Other writers put several results in one record; then it is not said whose output this is.
        const output = resultCount === 1 ? record.toolUseResult : undefined;
        const agentId = textOf(objectOf(output)?.agentId);
        if (agentId) agents.set(agentId, callId);
        results.set(
          callId,
          present({
            block,
            output,
            denial: textOf(record.toolDenialKind),
            completedAt: utcTime(record.timestamp),
            native: ownFields(record, repeated),
          }),
        );
      }
    }
  }
  await readPersistedOutputs(results, sessionFolder, context);
  return { calls, results, agents };
}

async function readPersistedOutputs(
  results: Map<string, RecordedResult>,
  sessionFolder: string,
  context: Context,
): Promise<void> {
  for (const recorded of results.values()) {
    const path = persistedPath(stringOf(recorded.block.content) ?? "", recorded.output);
    if (path) recorded.persisted = await readPersistedOutput(path, sessionFolder, context);
  }
}
