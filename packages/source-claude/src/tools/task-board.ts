import { compareStrings, type Json, present, type Todo } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";
import { todoStatus } from "@chatexport/core/source";

/** The facts about one task. */
export interface Task extends Partial<Todo> {
  id: string;
}

/** The tasks as far as a transcript tells about them. */
export class TaskBoard {
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
export function recordedTask(value: Json | undefined): Task | undefined {
  const task = objectOf(value);
  const id = taskId(task?.id);
  return id === undefined
    ? undefined
    : present({ id, text: textOf(task?.subject), status: todoStatus(task?.status) });
}

/** A list of tasks as the tool records it; undefined for any other value. */
export function recordedTasks(value: Json | undefined): Task[] | undefined {
  const tasks = listOf(value)?.map(recordedTask);
  return tasks?.every((task) => task !== undefined) ? tasks : undefined;
}

/** The id of a task, which is a number in a text. */
export function taskId(value: Json | undefined): string | undefined {
  const text = textOf(value) ?? numberOf(value)?.toString();
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : undefined;
}
