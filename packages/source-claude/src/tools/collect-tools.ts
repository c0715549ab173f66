import { type Context, type JsonObject, present, type Todo } from "@chatexport/core";
import {
  getOrAdd,
  objectOf,
  objectsOf,
  once,
  textOf,
  utcTime,
  wordOf,
} from "@chatexport/core/read";
import { ownFields } from "../records/known-fields.js";
import type { Entry } from "../records/records.js";
import { type AgentStarts, agentStarts } from "./agent-starts.js";
import { denialOf } from "./denials.js";
import { pairedResults } from "./paired-results.js";
import { persistedPath, readPersistedOutput } from "./persisted-output.js";
import { type RecordedResult, shownText } from "./results.js";
import { isTaskTool, runningLists } from "./running-task-list.js";
import { startsAgent } from "./tool-details.js";

/** The tool calls of a transcript with what can only be known from all its records together. */
export interface TranscriptTools {
  /** Their ids. */
  calls: ReadonlySet<string>;
  /** By the block of the call. */
  results: ReadonlyMap<JsonObject, RecordedResult>;
  /** Those that no call shows, by their own block. */
  unpaired: ReadonlyMap<JsonObject, RecordedResult>;
  /** By the result of a call that changed one task, the whole list of tasks after it. */
  todos: ReadonlyMap<RecordedResult, Todo[]>;
  /** Which call started which sub-agent, as far as the records tell. */
  starts: AgentStarts;
  /** The records that replaced results of calls. */
  replacements: ReadonlySet<JsonObject>;
}

/**
 * Collects the calls and results of a transcript, wherever they stand: the result of a parallel call
 * can lie far from it. Reads outputs that were put aside from the session's folders.
 */
export function collectTools(
  entries: readonly Entry[],
  sessionFolders: readonly string[],
  repeated: JsonObject,
  context: Context,
): TranscriptTools {
  const calls = new Set<string>();
  const blocksById = new Map<string, JsonObject[]>();
  const recorded = new Map<JsonObject, RecordedResult>();
  const tasks = new Set<string>();
  let hasTaskList = false;
  for (const { record } of entries) {
    const blocks = objectsOf(objectOf(record.message)?.content);
    for (const block of blocks) {
      const id = textOf(block.id);
      if (isResponseResult(block) || block.type === "tool_result") {
        recorded.set(block, recordedResult(block, blocks, record, repeated));
        getOrAdd(blocksById, wordOf(block.tool_use_id), () => []).push(block);
      } else if (record.type === "assistant" && isCall(block) && id) {
        calls.add(id);
        getOrAdd(blocksById, id, () => []).push(block);
        if (startsAgent(wordOf(block.name))) tasks.add(id);
        hasTaskList ||= isTaskTool(block.name);
      }
    }
  }
  for (const result of recorded.values()) {
    const path = persistedPath(shownText(result.block), result.output);
    if (path) result.persisted = readPersistedOutput(path, sessionFolders, context);
  }
  const results = pairedResults(blocksById.values(), recorded);
  const unpaired = new Map(recorded);
  for (const { block } of results.values()) unpaired.delete(block);
  const all = [...recorded.values()];
  const starts = agentStarts(entries, all, tasks);
  const todos = hasTaskList ? runningLists(entries, results) : new Map();
  const replacements = noteReplacements(entries, all);
  return { calls, results, unpaired, starts, todos, replacements };
}

function recordedResult(
  block: JsonObject,
  blocks: readonly JsonObject[],
  record: JsonObject,
  repeated: JsonObject,
): RecordedResult {
  // Other writers put several results in one record; then it is not said whose output this is.
  const isOnly = blocks.every((other) => other === block || !other.tool_use_id);
  return present({
    block,
    output: isOnly ? record.toolUseResult : undefined,
    denial: denialOf(record),
    completedAt: utcTime(record.timestamp),
    native:
      record.type === "user"
        ? present({ uuid: record.uuid, ...ownFields(record, repeated) })
        : undefined,
  });
}

/** Notes on results the texts that the model saw instead; gives the records that say so. */
function noteReplacements(
  entries: readonly Entry[],
  recorded: readonly RecordedResult[],
): ReadonlySet<JsonObject> {
  const noted = new Set<JsonObject>();
  // Of several results the first one counts.
  const results = once(
    () => new Map([...recorded].reverse().map((result) => [result.block.tool_use_id, result])),
  );
  for (const { record } of entries) {
    if (record.type !== "content-replacement") continue;
    for (const { toolUseId, replacement } of objectsOf(record.replacements)) {
      const result = results().get(textOf(toolUseId));
      if (!result || replacement === undefined) continue;
      result.native = { ...result.native, replacement };
      noted.add(record);
    }
  }
  return noted;
}

/** Whether a block of a response calls a tool. */
export function isCall({ type }: JsonObject): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/** Whether a block is a result: of a tool of the vendor, or, from other writers, of any tool. */
export function isResponseResult(block: JsonObject): boolean {
  return /tool_result$/.test(wordOf(block.type)) && textOf(block.tool_use_id) !== undefined;
}
