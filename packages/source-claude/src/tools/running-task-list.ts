import type { JsonObject, Todo } from "@chatexport/core";
import { listOf, objectOf, textOf, wordOf } from "@chatexport/core/read";
import type { Entry } from "../records/records.js";
import { type RecordedResult, shownText, statusOf } from "./results.js";
import { recordedTasks, TaskBoard } from "./task-board.js";
import { applyCall, type TaskCallRecord } from "./task-calls.js";

/**
 * The list of tasks after each call that changed or showed it, by the id of the call: from 2.1 on the
 * tool records single changes only. Calls are taken in the order in which their results were written.
 * A task that no record of this transcript names, such as one of another session, is not in the lists.
 * After a hundred thousand todos there are no more lists.
 */
export function runningLists(
  entries: readonly Entry[],
  results: ReadonlyMap<string, RecordedResult>,
): Map<string, Todo[]> {
  const lists = new Map<string, Todo[]>();
  const calls = taskCalls(entries);
  const board = new TaskBoard();
  let room = mostTodos;
  for (const { record } of entries) {
    if (room <= 0) break;
    takeReminder(record, board);
    for (const block of blocksOf(record)) {
      const id = textOf(block.tool_use_id);
      const call = id === undefined ? undefined : calls.get(id);
      const result = id === undefined ? undefined : results.get(id);
      if (id === undefined || !call || result?.block !== block) continue;
      if (statusOf(result) !== "completed") continue;
      const output = objectOf(result.output);
      if (!applyCall(board, { ...call, output, text: shownText(block) })) continue;
      const todos = board.todos();
      if (todos.length > 0) lists.set(id, todos);
      room -= todos.length;
    }
  }
  return lists;
}

type Call = Pick<TaskCallRecord, "name" | "input">;

function taskCalls(entries: readonly Entry[]): Map<string, Call> {
  const calls = new Map<string, Call>();
  for (const { record } of entries) {
    if (record.type !== "assistant") continue;
    for (const { id, name, input } of blocksOf(record)) {
      const callId = textOf(id);
      if (callId !== undefined && isTaskTool(name))
        calls.set(callId, { name: wordOf(name), input: objectOf(input) ?? {} });
    }
  }
  return calls;
}

/** In all lists together, which grow with the square of the number of tasks. */
const mostTodos = 100_000;

/** Whether calls of a tool change or show the list. */
export function isTaskTool(name: unknown): boolean {
  return taskTools.has(wordOf(name));
}

const taskTools: ReadonlySet<string> = new Set(["TaskCreate", "TaskGet", "TaskList", "TaskUpdate"]);

/** Now and then the tool reminds the model of all tasks (2.1.9x and later). */
function takeReminder(record: JsonObject, board: TaskBoard): void {
  const attachment = record.type === "attachment" ? objectOf(record.attachment) : undefined;
  if (attachment?.type !== "task_reminder") return;
  const tasks = recordedTasks(attachment.content);
  if (tasks) board.replace(tasks);
}

function blocksOf(record: JsonObject): JsonObject[] {
  return (listOf(objectOf(record.message)?.content) ?? [])
    .map(objectOf)
    .filter((block) => block !== undefined);
}
