import { compareStrings, type Json, type JsonObject, present, type Todo } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf, wordOf } from "@chatexport/core/read";
import { todoStatus } from "@chatexport/core/source";
import { outcomeOf, type RecordedResult } from "./results.js";

/** A possible change of the list: the result of any call, or all tasks of which the tool reminds the model. */
export type TaskStep = RecordedResult | Task[];

/**
 * The list of tasks after each call that changed or showed it, by the result of the call: from 2.1 on the
 * tool records single changes only. Calls are taken in the order in which their results were written.
 * A task that no record of this transcript names, such as one of another session, is not in the lists.
 * After a hundred thousand todos there are no more lists.
 */
export function runningLists(
  steps: readonly TaskStep[],
  results: ReadonlyMap<JsonObject, RecordedResult>,
): Map<RecordedResult, Todo[]> {
  const lists = new Map<RecordedResult, Todo[]>();
  const calls = new Map<TaskStep, JsonObject>();
  for (const [call, result] of results) if (isTaskTool(call.name)) calls.set(result, call);
  const board = new TaskBoard();
  let room = mostTodos;
  for (const step of steps) {
    if (room <= 0) break;
    if (Array.isArray(step)) board.replace(step);
    const call = calls.get(step);
    if (!call || Array.isArray(step) || outcomeOf(step).status !== "completed") continue;
    const [input, output] = [objectOf(call.input) ?? {}, objectOf(step.output)];
    if (!taskTools[wordOf(call.name)]?.(board, { input, output, text: step.text })) continue;
    const todos = board.todos();
    if (todos.length > 0) lists.set(step, todos);
    room -= todos.length;
  }
  return lists;
}

/** In all lists together, which grow with the square of the number of tasks. */
const mostTodos = 100_000;

/** True when calls of a tool change or show the list. */
export function isTaskTool(name: unknown): boolean {
  return Object.hasOwn(taskTools, wordOf(name));
}

/** The tasks of which the tool reminds the model now and then (2.1.9x and later). */
export function remindedTasks({ type, attachment }: JsonObject): Task[] | undefined {
  const reminder = type === "attachment" ? objectOf(attachment) : undefined;
  return reminder?.type === "task_reminder" ? recordedTasks(reminder.content) : undefined;
}

/** A completed call of one of the tools for tasks. */
interface TaskCall {
  input: JsonObject;
  /** The output of the tool; the transcripts of sub-agents mostly have no more than the text. */
  output: JsonObject | undefined;
  text: string;
}

/** The effect of each tool on the list. True when the list as a whole belongs to the call. */
const taskTools: Readonly<Record<string, (board: TaskBoard, call: TaskCall) => boolean>> = {
  TaskCreate(board, { input, output, text }) {
    const task = objectOf(output?.task);
    const id = taskId(task?.id) ?? /^Task #(\d{1,15}) created/.exec(text)?.[1];
    const subject = textOf(task?.subject) ?? textOf(input.subject);
    if (id === undefined || subject === undefined) return false;
    board.create({ id, text: subject, status: todoStatus(task?.status) ?? "pending" });
    return true;
  },

  /** Tells about one task, and shows more of it than the list would. */
  TaskGet(board, { output, text }) {
    const task = recordedTask(output?.task) ?? shownTask(text);
    if (task) board.update(task);
    return false;
  },

  TaskList(board, { output, text }) {
    const tasks = recordedTasks(output?.tasks) ?? listedTasks(text, board);
    if (tasks) board.replace(tasks);
    return tasks !== undefined;
  },

  TaskUpdate(board, { input, output, text }) {
    const id = taskId(input.taskId) ?? taskId(output?.taskId);
    // A task that does not exist is no error to the tool.
    if (id === undefined || !(output?.success === true || text.startsWith("Updated task ")))
      return false;
    const status = objectOf(output?.statusChange)?.to ?? input.status;
    board.update(present({ id, text: textOf(input.subject), status: todoStatus(status) }));
    // A list without the task that was changed would say less than the result of the call.
    return board.isKnown(id);
  },
};

function shownTask(text: string): Task | undefined {
  const [, id, subject] = /^Task #(\d{1,15}): (.+)/.exec(text) ?? [];
  const status = todoStatus(/^Status: (\w+)/m.exec(text)?.[1]);
  return id === undefined ? undefined : present({ id, text: subject, status });
}

/** The list as the model saw it: "#1 [completed] Subject (owner) [blocked by #2]". */
function listedTasks(text: string, board: TaskBoard): Task[] | undefined {
  if (text.trim() === "No tasks found") return [];
  const lines = text.trim().split("\n");
  const tasks = lines.map((line) => listedTask(line.trimEnd(), board));
  return tasks.every((task) => task !== undefined) ? tasks : undefined;
}

function listedTask(line: string, board: TaskBoard): Task | undefined {
  const [start, id, word] = /^#(\d{1,15}) \[(\w+)\] /.exec(line) ?? [];
  const status = todoStatus(word);
  if (start === undefined || id === undefined || !status) return undefined;
  const blocked = line.endsWith("]") ? line.lastIndexOf(" [blocked by #") : -1;
  const shown = line.slice(start.length, blocked === -1 ? undefined : blocked);
  // Brackets at the end may be of the subject or name the owner; an earlier record tells which.
  const known = board.textOf(id);
  return { id, text: known && shown.startsWith(known) ? known : shown, status };
}

/** The facts about one task. */
export interface Task extends Partial<Todo> {
  id: string;
}

/** The tasks as far as a transcript tells about them. */
class TaskBoard {
  #tasks = new Map<string, Task>();

  /** A new task. Ids go up; one that comes again says that the list began anew in between. */
  create(task: Task): void {
    const number = Number(task.id);
    if (this.#tasks.has(task.id))
      for (const id of this.#tasks.keys()) if (Number(id) >= number) this.#tasks.delete(id);
    this.#tasks.set(task.id, task);
  }

  /** Adds what a record tells about a task. */
  update(task: Task): void {
    this.#tasks.set(task.id, { ...this.#tasks.get(task.id), ...task });
  }

  /** All tasks that there are. */
  replace(tasks: readonly Task[]): void {
    this.#tasks = new Map(tasks.map((task) => [task.id, task]));
  }

  /** The subject of the task. */
  textOf(id: string): string | undefined {
    return this.#tasks.get(id)?.text;
  }

  /** True when the task is in the list of todos. */
  isKnown(id: string): boolean {
    return todoOf(this.#tasks.get(id)) !== undefined;
  }

  /** The tasks of which both text and status are known, in the order of their numbers. */
  todos(): Todo[] {
    return [...this.#tasks.values()]
      .sort((a, b) => Number(a.id) - Number(b.id) || compareStrings(a.id, b.id))
      .flatMap((task) => todoOf(task) ?? []);
  }
}

function todoOf({ text, status }: Partial<Todo> = {}): Todo | undefined {
  return text === undefined || !status ? undefined : { text, status };
}

/** A task as the tool records it, or undefined when the value has no id. */
function recordedTask(value: Json | undefined): Task | undefined {
  const task = objectOf(value);
  const id = taskId(task?.id);
  return id === undefined
    ? undefined
    : present({ id, text: textOf(task?.subject), status: todoStatus(task?.status) });
}

/** A list of tasks as the tool records it; undefined for any other value. */
function recordedTasks(value: Json | undefined): Task[] | undefined {
  const tasks = listOf(value)?.map(recordedTask);
  return tasks?.every((task) => task !== undefined) ? tasks : undefined;
}

/** The id of a task, which is a number in a text. */
function taskId(value: Json | undefined): string | undefined {
  const text = textOf(value) ?? numberOf(value)?.toString();
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : undefined;
}
