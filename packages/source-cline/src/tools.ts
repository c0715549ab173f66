import { type JsonObject, nonEmpty, present, type ToolDetails } from "@chatexport/core";
import { listOf, objectOf, objectsOf, oneLine, textOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  fetch,
  patch,
  plan,
  question,
  read,
  search,
  task,
  toolKinds,
} from "@chatexport/core/source";

const readOne = read({ path: "path file_path", line: "start_line" });
const fetchOne = fetch({ url: "url", query: "prompt" });
const searchOne = search({ query: "regex query pattern", path: "path" });

/** Tells what a tool of Cline 3 and 4, Roo Code or Kilo Code does, from its arguments. */
export const detailsOf = toolKinds({
  run_commands: runCommands,
  execute_command: execute({ command: "command", cwd: "cwd" }),
  read_files: readFiles,
  "read_file list_files list_code_definition_names": readOne,
  search_codebase: searchAll,
  "search_files codebase_search": searchOne,
  fetch_web_content: fetchPages,
  web_fetch: fetchOne,
  web_search: fetch({ query: "query" }),
  "editor write_to_file insert_content search_and_replace search_replace edit_file": edit({
    path: "path file_path",
    content: "content",
    before: "old_text old_str old_string search",
    after: "new_text new_str new_string replace",
  }),
  "replace_in_file apply_diff": replaceBlocks,
  apply_patch: patch({ text: "input patch" }),
  update_todo_list: plan({ text: "todos" }),
  "ask_question ask_followup_question": question({
    text: "question",
    options: "options follow_up",
  }),
  "plan_mode_respond plan_mode_response": plan({ text: "response" }),
  spawn_agent: startAgent,
  team_run_task: task({ task: "task", title: "agentId" }),
  new_task: task({ task: "message", title: "mode" }),
});

/** The first line of its instructions says what an agent is for. */
function startAgent(input: JsonObject): ToolDetails {
  const title = oneLine(textOf(input.systemPrompt) ?? "", longestTitle);
  return present<ToolDetails>({ kind: "task", task: textOf(input.task), title });
}

const longestTitle = 100;

function runCommands(input: JsonObject): ToolDetails {
  const commands = (listOf(input.commands) ?? []).flatMap(
    (command) => textOf(command) ?? textOf(objectOf(command)?.command) ?? [],
  );
  return { kind: "execute", ...(commands.length > 0 && { command: commands.join("\n") }) };
}

function readFiles(input: JsonObject): ToolDetails {
  const files = objectsOf(input.files ?? [input]);
  const locations = files.flatMap((file) => {
    const details = readOne(file);
    return details.kind === "read" ? (details.locations ?? []) : [];
  });
  return { kind: "read", ...(locations.length > 0 && { locations }) };
}

/** One page; of several, the arguments tell more than the first address. */
function fetchPages(input: JsonObject): ToolDetails {
  const [page = input, ...more] = objectsOf(input.requests);
  return more.length === 0 ? fetchOne(page) : { kind: "fetch" };
}

function searchAll(input: JsonObject): ToolDetails {
  const queries = (listOf(input.queries) ?? []).flatMap((query) => textOf(query) ?? []);
  return queries.length > 0 ? { kind: "search", query: queries.join("\n") } : searchOne(input);
}

/** Blocks of a text that is searched for, and one that takes its place. */
function replaceBlocks(input: JsonObject): ToolDetails {
  const path = textOf(input.path) ?? "";
  const blocks = path === "" ? [] : blocksIn(textOf(input.diff) ?? "");
  const edits = blocks.map(({ before, after }) => {
    const texts = { before: before.join("\n"), after: after.join("\n") };
    return { path, kind: "update" as const, ...texts };
  });
  return present<ToolDetails>({ kind: "edit", edits: nonEmpty(edits) });
}

function blocksIn(diff: string): { before: string[]; after: string[] }[] {
  const blocks: { before: string[]; after: string[] }[] = [];
  let side: "before" | "after" | undefined;
  for (const line of diff.split("\n"))
    if (/^[-<]{3,20} SEARCH>?$/.test(line.trimEnd())) {
      blocks.push({ before: [], after: [] });
      side = "before";
    } else if (side === "before" && /^={3,20}$/.test(line.trimEnd())) side = "after";
    else if (side === "after" && /^[+>]{3,20} REPLACE>?$/.test(line.trimEnd())) side = undefined;
    // Where the block begins, of Roo Code.
    else if (side && !/^:(?:start|end)_line:\s?\d+$|^-{7}$/.test(line))
      blocks.at(-1)?.[side].push(line);
  return blocks;
}
