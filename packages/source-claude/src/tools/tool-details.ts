import {
  defined,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
  type ToolDetails,
} from "@chatexport/core";
import { nameSet, numberOf, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { edit, multiEdit, notebookEdit, write } from "./edits.js";
import { todosOf } from "./todos.js";

/** Reads details of a call; of input and output nothing is certain, and there may be no output. */
export type DetailsReader = (input: JsonObject, output: JsonObject) => ToolDetails;

const readers: ReadonlyMap<string, DetailsReader> = new Map([
  ...named("Agent Task", task),
  ...named("AskUserQuestion", question),
  ...named("Bash BashOutput PowerShell", execute),
  ...named("Edit", edit),
  ...named("ExitPlanMode exit_plan_mode", exitPlanMode),
  ...named("Glob Grep LS ToolSearch", search),
  ...named("MultiEdit", multiEdit),
  ...named("NotebookEdit", notebookEdit),
  ...named("NotebookRead Read", read),
  // The list as a whole is not recorded, see `runningLists`.
  ...named("TaskCreate TaskGet TaskUpdate TodoRead", () => ({ kind: "plan" })),
  ...named("TaskList", taskList),
  ...named("TodoWrite", todoWrite),
  // The names in lower case are of tools that the vendor's servers run.
  ...named("WebFetch WebSearch web_fetch web_search", fetch),
  ...named("Write", write),
]);

function named(names: string, reader: DetailsReader): [string, DetailsReader][] {
  return [...nameSet(names)].map((name) => [name, reader]);
}

/** The reader of a tool's calls by the tool's name; unknown tools are "other". */
export function detailsReader(name: string): DetailsReader {
  return readers.get(name) ?? (() => ({ kind: "other" }));
}

/** Whether calls of a tool hand work to a sub-agent. */
export function startsAgent(name: string): boolean {
  return detailsReader(name) === task;
}

/** Which session the sub-agent is, is known only when its transcript is linked. */
function task({ prompt }: JsonObject): ToolDetails {
  return present({ kind: "task", task: stringOf(prompt) });
}

function taskList(_: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "plan", todos: nonEmpty(todosOf(output.tasks) ?? []) });
}

function todoWrite(input: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "plan", todos: todosOf(output.newTodos) ?? todosOf(input.todos) });
}

/** The plan that the user is asked to agree to; before 2.1 it is only in the arguments. */
function exitPlanMode(input: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "plan", text: stringOf(output.plan) ?? stringOf(input.plan) });
}

/** A command, or a look at the output of one that runs in the background. */
function execute(input: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "execute", command: textOf(input.command) ?? textOf(output.command) });
}

/** A page with what was asked about it, or a search of the web. */
function fetch({ url, query, prompt }: JsonObject): ToolDetails {
  const asked = stringOf(query) ?? stringOf(prompt);
  return present({ kind: "fetch", url: stringOf(url), query: asked });
}

function read({ file_path, notebook_path, offset }: JsonObject): ToolDetails {
  const path = stringOf(file_path) ?? stringOf(notebook_path);
  if (path === undefined) return { kind: "read" };
  return { kind: "read", locations: [present({ path, line: numberOf(offset) })] };
}

/** A search by a pattern, with the folder or file in which it was made. */
function search(input: JsonObject): ToolDetails {
  const path = stringOf(input.path);
  return present({
    kind: "search",
    query: stringOf(input.pattern) ?? stringOf(input.query),
    locations: path === undefined ? undefined : [{ path }],
  });
}

/** Questions with the options offered; the answers are filed under the text of the question. */
function question(input: JsonObject, output: JsonObject): ToolDetails {
  const answers = objectOf(output.answers) ?? {};
  const questions = objectsOf(input.questions).flatMap((asked): Question[] => {
    const text = stringOf(asked.question);
    if (text === undefined) return [];
    const answer = Object.hasOwn(answers, text) ? stringOf(answers[text]) : undefined;
    const options = objectsOf(asked.options).flatMap((option) => {
      const label = stringOf(option.label);
      const description = stringOf(option.description);
      return label === undefined ? [] : [defined({ label, description })];
    });
    const multiple = asked.multiSelect === true || undefined;
    const labels = multiple ? options.flatMap(({ label }) => label ?? []) : [];
    return [
      present({
        header: stringOf(asked.header),
        text,
        options: nonEmpty(options),
        multiple,
        answers: answer === undefined ? undefined : answersIn(answer, labels),
      }),
    ];
  });
  return present({ kind: "question", questions: nonEmpty(questions) });
}

/** Several answers, which the tool puts into one text: chosen labels, then the user's own words. */
function answersIn(text: string, labels: readonly string[]): string[] {
  const found = labels
    .filter((label) => label !== "" && `${text}, `.startsWith(`${label}, `))
    .reduce((longest, label) => (label.length > longest.length ? label : longest), "");
  if (found === "" || found === text) return [text];
  const rest = text.slice(found.length + 2);
  const others = labels.filter((label) => label !== found);
  return [found, ...answersIn(rest, others)];
}
