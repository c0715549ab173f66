import {
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type ToolDetails,
} from "@chatexport/core";
import { listOf, objectOf, textOf, wordOf } from "@chatexport/core/read";
import { Fields, patch, plan, question, read, task, toolKinds } from "@chatexport/core/source";
import { named } from "./fields.js";

const applyPatch = patch({ text: "input" });

/** Tells what tools do, from their arguments, or from the text that the model wrote instead. */
export const detailsOf = toolKinds<[written: string | undefined]>({
  "shell container.exec local_shell shell_command exec_command": commandDetails,
  apply_patch: applyPatch,
  update_plan: plan({ text: "explanation", todos: "plan", todo: "step" }),
  view_image: read({ path: "path" }),
  web_search: (input) => webDetails(new Fields(input, named)),
  request_user_input: (input) => questionDetails(input),
  spawn_agent: task({ task: "message", title: "task_name" }),
});

/** A command, which can be that of a patch. */
function commandDetails(input: JsonObject): ToolDetails {
  const command = commandOf(input.command ?? input.cmd);
  const cwd = textOf(input.workdir) ?? textOf(input.working_directory);
  const patched = /\bapply_patch\b[^\n]{0,200}\n(\*\*\* Begin Patch[\s\S]*)/.exec(
    command ?? "",
  )?.[1];
  return patched
    ? { ...applyPatch({}, patched), ...defined({ cwd }) }
    : present({ kind: "execute", command, cwd });
}

/** The command that a person would type: without the shell that it was given to. */
export function commandOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const words = (listOf(value) ?? []).map(wordOf);
  if (words.length === 3 && /^-l?c$/.test(words[1] ?? "")) return words[2];
  return words.length > 0 ? words.join(" ") : undefined;
}

/** A look into the web by its action: searches, a page, or words that are looked for in one. */
export function webDetails(action: Fields): ToolDetails {
  const searches = action.texts("queries").filter((query) => query !== "");
  const asked = nonEmpty(searches)?.join("\n") ?? action.text("query", "pattern");
  return present({ kind: "fetch", url: action.text("url"), query: asked });
}

/** Questions to the user with the options offered; what was answered is filed under the id of the question. */
export const questionDetails = question(
  { questions: "questions", text: "question", header: "header", options: "options" },
  (_asked, { id }, _index, answered: JsonObject = {}) => answersIn(answered[textOf(id) ?? ""]),
);

/** The options that the user chose, and the words that they wrote beside them or instead. */
function answersIn(answer: Json | undefined): string[] {
  return (listOf(objectOf(answer)?.answers) ?? []).flatMap(
    (each) => textOf(each)?.replace(/^user_note: /, "") || [],
  );
}
