import { type JsonObject, present } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { recordedTask, recordedTasks, type Task, type TaskBoard, taskId } from "./task-board.js";
import { todoStatus } from "./todos.js";

/** A completed call of one of the tools for tasks. */
export interface TaskCallRecord {
  name: string;
  input: JsonObject;
  /** What the tool returned; the transcripts of sub-agents mostly have no more than the text. */
  output: JsonObject | undefined;
  text: string;
}

/** Takes what a call did or showed. True when the list as a whole belongs to the call. */
export function applyCall(board: TaskBoard, call: TaskCallRecord): boolean {
  switch (call.name) {
    case "TaskCreate":
      return create(board, call);
    case "TaskUpdate":
      return update(board, call);
    case "TaskList":
      return list(board, call);
    default:
      get(board, call);
      return false;
  }
}

function create(board: TaskBoard, { input, output, text }: TaskCallRecord): boolean {
  const task = objectOf(output?.task);
  const id = taskId(task?.id) ?? /^Task #(\d{1,15}) created/.exec(text)?.[1];
  const subject = textOf(task?.subject) ?? textOf(input.subject);
  if (id === undefined || subject === undefined) return false;
  board.create({ id, text: subject, status: todoStatus(task?.status) ?? "pending" });
  return true;
}

function update(board: TaskBoard, { input, output, text }: TaskCallRecord): boolean {
  const id = taskId(input.taskId) ?? taskId(output?.taskId);
  // A task that does not exist is no error to the tool.
  if (id === undefined || !(output?.success === true || text.startsWith("Updated task ")))
    return false;
  const status = objectOf(output?.statusChange)?.to ?? input.status;
  board.update(present({ id, text: textOf(input.subject), status: todoStatus(status) }));
  // A list without the task that was changed would say less than the result of the call.
  return board.isKnown(id);
}

function list(board: TaskBoard, { output, text }: TaskCallRecord): boolean {
  const tasks = recordedTasks(output?.tasks) ?? listedTasks(text, board);
  if (!tasks) return false;
  board.replace(tasks);
  return true;
}

/** Tells about one task, and shows more of it than the list would. */
function get(board: TaskBoard, { output, text }: TaskCallRecord): void {
  const task = recordedTask(output?.task) ?? shownTask(text);
  if (task) board.update(task);
}

function shownTask(text: string): Task | undefined {
  const [, id, subject] = /^Task #(\d{1,15}): (.+)/.exec(text) ?? [];
  const status = todoStatus(/^Status: (\w+)/m.exec(text)?.[1]);
  return id === undefined ? undefined : present({ id, text: subject, status });
}

/** The list as the model saw it: "#1 [completed] Subject (owner) [blocked by #2]". */
function listedTasks(text: string, board: TaskBoard): Task[] | undefined {
  if (text.trim() === "No tasks found") return [];
  const tasks = text
    .trim()
    .split("\n")
    .map((line) => listedTask(line.trimEnd(), board));
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
