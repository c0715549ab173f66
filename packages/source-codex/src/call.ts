import {
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Todo,
  type ToolCall,
  type ToolDetails,
} from "@chatexport/core";
import {
  attempt,
  byName,
  editsOfPatch,
  listOf,
  objectOf,
  objectsOf,
  shallowJson,
  stringOf,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { imageOf } from "./content.js";
import { named } from "./fields.js";
import { questionDetails } from "./question.js";

/** A call as a response item says it. */
export function callOf(payload: Fields, id: string, startedAt: string | undefined): ToolCall {
  const namespace = payload.text("namespace");
  const type = payload.text("type") ?? "";
  const own = payload.text("name") ?? type.replace(/_call$/, "");
  const given = payload.string("arguments", "input");
  const parsed = given === undefined ? undefined : attempt((): Json => shallowJson(given));
  const input = given === undefined ? payload.json("action", "arguments") : objectOf(parsed);
  // The service itself runs these two, and there is no further record of their output.
  const isRun = type === "web_search_call" || type === "image_generation_call";
  const image = isRun ? payload.text("result") : undefined;
  const content = image === undefined ? undefined : [imageOf(image, "image/png")];
  // The item is complete, whatever the call came to.
  payload.word(["completed"], "status");
  return {
    ...defined({
      type: "tool-call" as const,
      id,
      name: namespace && namespace !== "functions" ? `${namespace}.${own}` : own,
      // Older versions put the server into the name.
      server: /^mcp__(.+)/.exec(namespace ?? "")?.[1] ?? /^mcp__(.{1,200}?)__/.exec(own)?.[1],
      title: payload.text("revised_prompt"),
      input,
      rawInput: input === undefined ? given : undefined,
      status: isRun ? ("completed" as const) : ("pending" as const),
      startedAt,
      result: content && { content, isError: false },
    }),
    ...(details.get(own)?.(objectOf(input) ?? {}, given) ?? { kind: "other" }),
  };
}

/** What tools do, by their names. */
const details = byName<(input: JsonObject, text: string | undefined) => ToolDetails>([
  [executeDetails, "shell container.exec local_shell shell_command exec_command"],
  [(input, text = "") => patchDetails(stringOf(input.input) ?? text), "apply_patch"],
  [planDetails, "update_plan"],
  [
    ({ path }) =>
      present({
        kind: "read",
        locations: textOf(path) ? [{ path: textOf(path) ?? "" }] : undefined,
      }),
    "view_image",
  ],
  [(input) => webDetails(new Fields(input, named)), "web_search"],
  [(input) => questionDetails(input), "request_user_input"],
  [
    ({ message, task_name }) =>
      present({ kind: "task", task: textOf(message), title: textOf(task_name) }),
    "spawn_agent",
  ],
]);

function executeDetails(input: JsonObject): ToolDetails {
  const command = commandOf(input.command ?? input.cmd);
  const cwd = textOf(input.workdir) ?? textOf(input.working_directory);
  const patch = /\bapply_patch\b[^\n]{0,200}\n(\*\*\* Begin Patch[\s\S]*)/.exec(command ?? "")?.[1];
  return patch
    ? { ...patchDetails(patch), ...defined({ cwd }) }
    : present({ kind: "execute", command, cwd });
}

function patchDetails(patch: string): ToolDetails {
  return present({ kind: "edit", edits: nonEmpty(editsOfPatch(patch)) });
}

function planDetails({ explanation, plan }: JsonObject): ToolDetails {
  const todos = objectsOf(plan).flatMap(({ step, status }): Todo[] => {
    const text = textOf(step);
    return text ? [{ text, status: todoStatus.get(wordOf(status)) ?? "pending" }] : [];
  });
  return present({ kind: "plan", text: textOf(explanation), todos: nonEmpty(todos) });
}

const todoStatus = byName<Todo["status"]>([
  ["in-progress", "in_progress"],
  ["completed", "completed"],
]);

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
