import { type FileEdit, type JsonObject, present, type ToolDetails } from "@chatexport/core";
import { byName, objectOf, objectsOf, stringOf, textOf, wordOf } from "@chatexport/core/read";
import { edit, execute, fetch, question, read, search, toolKinds } from "@chatexport/core/source";
import type { Entry } from "./branches.js";

/** The titles of artifacts by their ids: only the call that creates one names it. */
export type ArtifactTitles = ReadonlyMap<string, string>;

/** Tells what a call does of a tool of the website itself; those of servers that the user has connected are "other". */
export const detailsOf = toolKinds<[titles: ArtifactTitles]>({
  "web_search web_fetch": fetch({ url: "url", query: "query prompt" }),
  bash_tool: execute({ command: "command" }),
  // JavaScript in the browser.
  repl: execute({ command: "code" }),
  view: read({ path: "path", line: "view_range" }),
  create_file: edit({ path: "path", content: "file_text" }),
  str_replace: edit({ path: "path", before: "old_str", after: "new_str" }),
  artifacts: artifact,
  "conversation_search project_knowledge_search tool_search": search({ query: "query" }),
  ask_user_input_v0: questionsWithButtons,
  message_compose_v1: ({ summary_title }) =>
    present({ kind: "other", title: textOf(summary_title) }),
});

/** The titles of the artifacts in a conversation. */
export function artifactTitles(entries: readonly Entry[]): ArtifactTitles {
  const titles = new Map<string, string>();
  for (const { message } of entries)
    for (const { name, input } of objectsOf(message.content)) {
      const [id, title] = [objectOf(input)?.id, objectOf(input)?.title].map(textOf);
      if (name === "artifacts" && id && title) titles.set(id, title);
    }
  return titles;
}

/** A document beside the conversation, which is made, written anew, or changed in one place. */
function artifact(input: JsonObject, titles: ArtifactTitles): ToolDetails {
  const { command, id, title, content, old_str, new_str } = input;
  const kind = artifactCommands.get(wordOf(command));
  const path = textOf(title) ?? titles.get(wordOf(id)) ?? textOf(id);
  if (!kind) return { kind: "other" };
  if (path === undefined) return { kind: "edit" };
  const [before, after] = [stringOf(old_str), stringOf(new_str) ?? stringOf(content)];
  return { kind: "edit", edits: [present<FileEdit>({ path, kind, before, after })] };
}

const artifactCommands = byName<FileEdit["kind"]>([
  ["create", "create"],
  ["update", "update rewrite"],
]);

/** Questions with buttons to answer them; what the user chose comes as the next prompt. */
function questionsWithButtons({ questions }: JsonObject): ToolDetails {
  const list = objectsOf(questions).map((one) => ({ ...one, many: one.type === "multi_select" }));
  return readQuestions({ questions: list });
}

const readQuestions = question({
  questions: "questions",
  text: "question",
  options: "options",
  multiple: "many",
});
