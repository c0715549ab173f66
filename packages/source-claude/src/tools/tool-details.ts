import type { DetailsReader } from "./details.js";
import { edit, multiEdit, notebookEdit, write } from "./edits.js";
import { execute } from "./execute.js";
import { fetch } from "./fetch.js";
import { question } from "./question.js";
import { read } from "./read.js";
import { search } from "./search.js";
import { task } from "./task.js";
import { exitPlanMode, taskChange, taskList, todoWrite } from "./todos.js";

const readers: Readonly<Record<string, DetailsReader>> = {
  Agent: task,
  AskUserQuestion: question,
  Bash: execute,
  BashOutput: execute,
  Edit: edit,
  ExitPlanMode: exitPlanMode,
  Glob: search,
  Grep: search,
  LS: search,
  MultiEdit: multiEdit,
  NotebookEdit: notebookEdit,
  NotebookRead: read,
  PowerShell: execute,
  Read: read,
  Task: task,
  TaskCreate: taskChange,
  TaskGet: taskChange,
  TaskList: taskList,
  TaskUpdate: taskChange,
  TodoRead: taskChange,
  TodoWrite: todoWrite,
  ToolSearch: search,
  WebFetch: fetch,
  WebSearch: fetch,
  Write: write,
  exit_plan_mode: exitPlanMode,
  // Run by the vendor's servers; the calls stand in the response itself.
  web_fetch: fetch,
  web_search: fetch,
};

/** The reader of a tool's calls by the tool's name; tools of which nothing is known are "other". */
export function detailsReader(name: string): DetailsReader {
  return (Object.hasOwn(readers, name) ? readers[name] : undefined) ?? (() => ({ kind: "other" }));
}

/** Whether calls of a tool hand work to a sub-agent. */
export function startsAgent(name: string): boolean {
  return detailsReader(name) === task;
}
