import { type Json, type JsonObject, nonEmpty, present, type Question } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { fetch, question, read, search, task, todosOf, toolKinds } from "@chatexport/core/source";
import { edit, multiEdit, notebookEdit, write } from "./edits.js";

/** Tells what a call does, from its arguments and from what the tool returned, if it did. */
export const detailsOf = toolKinds<[output: JsonObject]>({
  // Which session the sub-agent is, is known only when its transcript is linked.
  "Agent Task": task({ task: "prompt" }),
  AskUserQuestion: question(
    {
      questions: "questions",
      header: "header",
      text: "question",
      options: "options",
      multiple: "multiSelect",
    },
    (asked, _stored, _index, { answers }) => answersTo(asked, answers),
  ),
  // A command, or a look at the output of one that runs in the background.
  "Bash BashOutput PowerShell": (input, output) =>
    present({ kind: "execute", command: textOf(input.command) ?? textOf(output.command) }),
  Edit: edit,
  // The plan that the user is asked to agree to; before 2.1 it is only in the arguments.
  "ExitPlanMode exit_plan_mode": (input, output) =>
    present({ kind: "plan", text: stringOf(output.plan) ?? stringOf(input.plan) }),
  "Glob Grep LS ToolSearch": search({ query: "pattern query", path: "path" }),
  MultiEdit: multiEdit,
  NotebookEdit: notebookEdit,
  "NotebookRead Read": read({ path: "file_path notebook_path", line: "offset" }),
  // The list as a whole is not recorded, see `runningLists`.
  "TaskCreate TaskGet TaskUpdate TodoRead": () => ({ kind: "plan" }),
  TaskList: (_, { tasks }) => present({ kind: "plan", todos: nonEmpty(todosOf(tasks, "subject")) }),
  TodoWrite({ todos }, { newTodos }) {
    const list = listOf(newTodos) ?? listOf(todos);
    return present({ kind: "plan", todos: list && todosOf(list, "content") });
  },
  // The names in lower case are of tools that the vendor's servers run.
  "WebFetch WebSearch web_fetch web_search": fetch({ url: "url", query: "query prompt" }),
  Write: write,
});

/** True when calls of a tool hand work to a sub-agent. */
export function startsAgent(name: string): boolean {
  return detailsOf(name, {}, {}).kind === "task";
}

/** The answers to a question, which are filed under its text. */
function answersTo(
  { text, options = [], multiple }: Question,
  answers: Json | undefined,
): string[] {
  const filed = objectOf(answers) ?? {};
  const answer = Object.hasOwn(filed, text) ? stringOf(filed[text]) : undefined;
  const labels = multiple ? options.map(({ label }) => label) : [];
  return answer === undefined ? [] : answersIn(answer, labels);
}

/** Several answers, which the tool puts into one text: chosen labels, then the user's own words. */
function answersIn(text: string, labels: readonly string[]): string[] {
  const found = labels
    .filter((label) => `${text}, `.startsWith(`${label}, `))
    .reduce((longest, label) => (label.length > longest.length ? label : longest), "");
  if (found === "" || found === text) return [text];
  const rest = text.slice(found.length + 2);
  const others = labels.filter((label) => label !== found);
  return [found, ...answersIn(rest, others)];
}
