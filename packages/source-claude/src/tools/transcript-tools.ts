import { type Context, type JsonObject, present, type Todo } from "@chatexport/core";
import { addToList, objectOf, objectsOf, textOf, utcTime, wordOf } from "@chatexport/core/read";
import { AgentStarts } from "./agent-starts.js";
import { type OutputReader, persistedPath } from "./persisted-output.js";
import { type RecordedResult, shownText } from "./results.js";
import { isTaskTool, remindedTasks, runningLists, type TaskStep } from "./running-task-list.js";
import { toldOutcome } from "./told-outcome.js";
import { startsAgent } from "./tool-details.js";

/**
 * The calls and results of a transcript, wherever they are: the result of a parallel call can lie
 * far from it. They are paired when all records are added.
 */
export class TranscriptTools {
  /** The ids of the calls. */
  readonly calls = new Set<string>();
  /** The results by their own block. */
  readonly recorded = new Map<JsonObject, RecordedResult>();
  /** The results by the id of the call; of several the first one. */
  readonly resultsById = new Map<string, RecordedResult>();
  /** Which call started which sub-agent, as far as the records tell. */
  readonly starts = new AgentStarts();
  /** The results by the block of the call. */
  results: ReadonlyMap<JsonObject, RecordedResult> = new Map();
  /** The results that no call shows, by their own block. */
  unpaired: ReadonlyMap<JsonObject, RecordedResult> = new Map();
  /** By the result of a call that changed one task, the whole list of tasks after it. */
  todos: ReadonlyMap<RecordedResult, Todo[]> = new Map();
  readonly #blocksById = new Map<string, JsonObject[]>();
  /** The calls that start sub-agents. */
  readonly #tasks = new Set<string>();
  #hasTaskList = false;
  /** Possible changes of the list of tasks, in the order of the file. */
  readonly #steps: TaskStep[] = [];

  /** Takes the calls and results of a record. */
  add(record: JsonObject): void {
    this.starts.add(record);
    const reminded = remindedTasks(record);
    if (reminded) this.#steps.push(reminded);
    const blocks = objectsOf(objectOf(record.message)?.content);
    for (const block of blocks) {
      const id = textOf(block.id);
      if (isResponseResult(block) || block.type === "tool_result") {
        const callId = wordOf(block.tool_use_id);
        const result = recordedResult(block, record);
        this.recorded.set(block, result);
        this.#steps.push(result);
        if (!this.resultsById.has(callId)) this.resultsById.set(callId, result);
        addToList(this.#blocksById, callId, block);
      } else if (record.type === "assistant" && isCall(block) && id) {
        this.calls.add(id);
        addToList(this.#blocksById, id, block);
        if (startsAgent(wordOf(block.name))) this.#tasks.add(id);
        this.#hasTaskList ||= isTaskTool(block.name);
      }
    }
  }

  /** Pairs calls and results, and reads outputs that were put aside. */
  pair(readOutput: OutputReader, context: Context): void {
    for (const result of this.recorded.values()) {
      const path = persistedPath(result.text, result.output);
      if (path) result.persisted = readOutput(path, context);
      this.starts.addResult(result, this.#tasks.has(wordOf(result.block.tool_use_id)));
    }
    this.results = pairedResults(this.#blocksById.values(), this.recorded);
    const unpaired = new Map(this.recorded);
    for (const { block } of this.results.values()) unpaired.delete(block);
    this.unpaired = unpaired;
    if (this.#hasTaskList) this.todos = runningLists(this.#steps, this.results);
  }
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

/** Tells if a record says whose output it has: other writers put several results in one. */
export function hasOneResult({ message }: JsonObject): boolean {
  const blocks = objectsOf(objectOf(message)?.content);
  return blocks.filter((block) => block.tool_use_id).length <= 1;
}

/** True when a block of a response calls a tool. */
export function isCall({ type }: JsonObject): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/** True when a block is a result: of a tool of the vendor, or, from other writers, of any tool. */
export function isResponseResult(block: JsonObject): boolean {
  return /tool_result$/.test(wordOf(block.type)) && textOf(block.tool_use_id) !== undefined;
}

/**
 * The results of calls, by the block of the call, from the blocks that have the same id. Where one
 * call has it, the result can be anywhere. Models of other vendors count their calls anew
 * (2.1.145): of several calls each has the next result, and so does a call that a writer repeats
 * before its result.
 */
function pairedResults(
  blocksById: Iterable<readonly JsonObject[]>,
  recorded: ReadonlyMap<JsonObject, RecordedResult>,
): Map<JsonObject, RecordedResult> {
  const results = new Map<JsonObject, RecordedResult>();
  for (const blocks of blocksById) {
    const [call, ...others] = blocks.filter((block) => !recorded.has(block));
    const [result] = blocks.flatMap((block) => recorded.get(block) ?? []);
    if (!call || !result) continue;
    if (others.length === 0) results.set(call, result);
    else for (const [each, next] of nextResults(blocks, recorded)) results.set(each, next);
  }
  return results;
}

function* nextResults(
  blocks: readonly JsonObject[],
  recorded: ReadonlyMap<JsonObject, RecordedResult>,
): Generator<[call: JsonObject, result: RecordedResult]> {
  let next: RecordedResult | undefined;
  let owner: string | undefined;
  for (const block of [...blocks].reverse()) {
    const result = recorded.get(block);
    if (result) {
      next = result;
      owner = undefined;
    } else {
      const call = JSON.stringify(block);
      owner ??= call;
      if (next && call === owner) yield [block, next];
    }
  }
}
