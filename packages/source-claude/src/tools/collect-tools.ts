import { type Context, type JsonObject, present, type Todo } from "@chatexport/core";
import { getOrAdd, objectOf, objectsOf, textOf, utcTime, wordOf } from "@chatexport/core/read";
import type { Entry } from "../records/records.js";
import { type AgentStarts, agentStarts } from "./agent-starts.js";
import { pairedResults } from "./paired-results.js";
import { persistedPath, readPersistedOutput } from "./persisted-output.js";
import { type RecordedResult, shownText } from "./results.js";
import { isTaskTool, runningLists } from "./running-task-list.js";
import { toldOutcome } from "./told-outcome.js";
import { startsAgent } from "./tool-details.js";

/** The tool calls of a transcript with what can only be known from all its records together. */
export interface TranscriptTools {
  /** Their ids. */
  calls: ReadonlySet<string>;
  /** By their own block. */
  recorded: ReadonlyMap<JsonObject, RecordedResult>;
  /** By the block of the call. */
  results: ReadonlyMap<JsonObject, RecordedResult>;
  /** Those that no call shows, by their own block. */
  unpaired: ReadonlyMap<JsonObject, RecordedResult>;
  /** By the result of a call that changed one task, the whole list of tasks after it. */
  todos: ReadonlyMap<RecordedResult, Todo[]>;
  /** Which call started which sub-agent, as far as the records tell. */
  starts: AgentStarts;
  /** By the id of the call; of several results the first one. */
  resultsById: ReadonlyMap<string, RecordedResult>;
}

/**
 * Collects the calls and results of a transcript, wherever they stand: the result of a parallel call
 * can lie far from it. Reads outputs that were put aside from the session's folders.
 */
export function collectTools(
  entries: readonly Entry[],
  sessionFolders: readonly string[],
  context: Context,
): TranscriptTools {
  const calls = new Set<string>();
  const blocksById = new Map<string, JsonObject[]>();
  const recorded = new Map<JsonObject, RecordedResult>();
  const resultsById = new Map<string, RecordedResult>();
  const tasks = new Set<string>();
  let hasTaskList = false;
  for (const { record } of entries) {
    const blocks = objectsOf(objectOf(record.message)?.content);
    for (const block of blocks) {
      const id = textOf(block.id);
      if (isResponseResult(block) || block.type === "tool_result") {
        const callId = wordOf(block.tool_use_id);
        const result = recordedResult(block, record);
        recorded.set(block, result);
        if (!resultsById.has(callId)) resultsById.set(callId, result);
        getOrAdd(blocksById, callId, () => []).push(block);
      } else if (record.type === "assistant" && isCall(block) && id) {
        calls.add(id);
        getOrAdd(blocksById, id, () => []).push(block);
        if (startsAgent(wordOf(block.name))) tasks.add(id);
        hasTaskList ||= isTaskTool(block.name);
      }
    }
  }
  for (const result of recorded.values()) {
    const path = persistedPath(result.text, result.output);
    if (path) result.persisted = readPersistedOutput(path, sessionFolders, context);
  }
  const results = pairedResults(blocksById.values(), recorded);
  const unpaired = new Map(recorded);
  for (const { block } of results.values()) unpaired.delete(block);
  const all = [...recorded.values()];
  const starts = agentStarts(entries, all, tasks);
  const todos = hasTaskList ? runningLists(entries, results) : new Map();
  return { calls, recorded, results, resultsById, unpaired, starts, todos };
}

function recordedResult(block: JsonObject, record: JsonObject): RecordedResult {
  return present({
    block,
    text: shownText(block),
    output: hasOneResult(record) ? record.toolUseResult : undefined,
    told: toldOutcome(record),
    completedAt: utcTime(record.timestamp),
    shown: [],
  });
}

/** Whether it is said whose output a record has: other writers put several results in one. */
export function hasOneResult({ message }: JsonObject): boolean {
  const blocks = objectsOf(objectOf(message)?.content);
  return blocks.filter((block) => block.tool_use_id).length <= 1;
}

/** Whether a block of a response calls a tool. */
export function isCall({ type }: JsonObject): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/** Whether a block is a result: of a tool of the vendor, or, from other writers, of any tool. */
export function isResponseResult(block: JsonObject): boolean {
  return /tool_result$/.test(wordOf(block.type)) && textOf(block.tool_use_id) !== undefined;
}
