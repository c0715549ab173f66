import {
  defined,
  type FileEdit,
  type JsonObject,
  type Loose,
  nonEmpty,
  present,
  type Question,
  type ToolDetails,
} from "@chatexport/core";
import {
  byName,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import type { Entry } from "./branches.js";

/** The titles of artifacts by their ids: only the call that creates one names it. */
export type ArtifactTitles = ReadonlyMap<string, string>;

type DetailsReader = (input: JsonObject, titles: ArtifactTitles) => ToolDetails;

/** The tools of the website itself; those of servers that the user has connected are "other". */
const readers: ReadonlyMap<string, DetailsReader> = new Map<string, DetailsReader>([
  ["web_search", fetch],
  ["web_fetch", fetch],
  ["bash_tool", ({ command }) => present({ kind: "execute", command: stringOf(command) })],
  // JavaScript in the browser.
  ["repl", ({ code }) => present({ kind: "execute", command: stringOf(code) })],
  ["view", view],
  ["create_file", createFile],
  ["str_replace", replace],
  ["artifacts", artifact],
  ["conversation_search", search],
  ["project_knowledge_search", search],
  ["tool_search", search],
  ["ask_user_input_v0", question],
  [
    "message_compose_v1",
    ({ summary_title }) => present({ kind: "other", title: textOf(summary_title) }),
  ],
]);

/** What a call of a tool does. */
export function detailsOf(name: string, input: JsonObject, titles: ArtifactTitles): ToolDetails {
  return readers.get(name)?.(input, titles) ?? { kind: "other" };
}

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

function fetch({ url, query, prompt }: JsonObject): ToolDetails {
  const asked = stringOf(query) ?? stringOf(prompt);
  return present({ kind: "fetch", url: stringOf(url), query: asked });
}

function search({ query }: JsonObject): ToolDetails {
  return present({ kind: "search", query: stringOf(query) });
}

function createFile({ path, file_text }: JsonObject): ToolDetails {
  return edit(stringOf(path), { kind: "create", after: stringOf(file_text) });
}

function replace({ path, old_str, new_str }: JsonObject): ToolDetails {
  const [before, after] = [old_str, new_str].map(stringOf);
  return edit(stringOf(path), { kind: "update", before, after });
}

function view({ path, view_range }: JsonObject): ToolDetails {
  const [from] = listOf(view_range) ?? [];
  const place = stringOf(path);
  return place === undefined
    ? { kind: "read" }
    : { kind: "read", locations: [present({ path: place, line: numberOf(from) })] };
}

/** A document beside the conversation, which is made, written anew, or changed in one place. */
function artifact(input: JsonObject, titles: ArtifactTitles): ToolDetails {
  const { command, id, title, content, old_str, new_str } = input;
  const kind = artifactCommands.get(wordOf(command));
  if (!kind) return { kind: "other" };
  const path = textOf(title) ?? titles.get(wordOf(id)) ?? textOf(id);
  return edit(path, {
    kind,
    before: stringOf(old_str),
    after: stringOf(new_str) ?? stringOf(content),
  });
}

const artifactCommands = byName<FileEdit["kind"]>([
  ["create", "create"],
  ["update", "update rewrite"],
]);

function edit(path: string | undefined, draft: Omit<Loose<FileEdit>, "path">): ToolDetails {
  const edits = path === undefined ? undefined : [present<FileEdit>({ path, ...draft })];
  return present({ kind: "edit", edits });
}

/** Questions with buttons to answer them; what the user chose comes as the next prompt. */
function question({ questions }: JsonObject): ToolDetails {
  const asked = objectsOf(questions).flatMap((one): Question[] => {
    const text = stringOf(one.question);
    const options = (listOf(one.options) ?? []).flatMap((option) => {
      const label = stringOf(option) ?? stringOf(objectOf(option)?.label);
      return label === undefined ? [] : [{ label }];
    });
    const multiple = one.type === "multi_select" || undefined;
    return text === undefined
      ? []
      : [{ text, ...defined({ options: nonEmpty(options), multiple }) }];
  });
  return present({ kind: "question", questions: nonEmpty(asked) });
}
