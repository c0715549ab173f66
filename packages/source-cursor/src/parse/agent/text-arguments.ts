import type { Json, JsonObject } from "@chatexport/core";
import { byName, nameSet, parseJson } from "@chatexport/core/read";

/**
 * The arguments of a call in plain text, each as `  name: value`; undefined when the lines are something
 * else. Only the first line of a value is indented, so that a further one may look like an argument.
 * Behind what goes into a file, and behind any value of several lines, an argument is only what the
 * tool is known to have.
 */
export function textArguments(tool: string, lines: readonly string[]): JsonObject | undefined {
  const values = new Map<string, string[]>();
  let last: string[] | undefined;
  let mayBeUnknown = true;
  for (const line of lines) {
    const [, name, value = ""] = /^ {2}(-?[A-Za-z_]\w{0,63}):(?: (.*))?$/.exec(line) ?? [];
    if (name !== undefined && !values.has(name) && (mayBeUnknown || isKnown(tool, name))) {
      last = [value];
      values.set(name, last);
      mayBeUnknown &&= !fileTexts.has(name);
    } else if (last) {
      last.push(line);
      mayBeUnknown = false;
    } else if (line.trim() !== "") return undefined;
  }
  return values.size > 0
    ? Object.fromEntries([...values].map(([name, lines]) => [name, argumentOf(name, lines)]))
    : undefined;
}

/** Lists and objects are written as JSON; what goes into a file may be JSON, and stays a text. */
function argumentOf(name: string, lines: readonly string[]): Json {
  const text = lines.join("\n");
  if (fileTexts.has(name)) return text;
  return (/^[[{]/.test(text) ? parseJson(text) : undefined) ?? text.trim();
}

const fileTexts = nameSet("code_edit content contents file_text new_string old_string");

function isKnown(tool: string, name: string): boolean {
  return argumentNames.get(tool)?.has(name) === true;
}

/** The arguments of tools that take texts of several lines. */
const argumentNames = byName<ReadonlySet<string>>([
  [nameSet("path file_path old_string new_string replace_all"), "StrReplace search_replace"],
  [nameSet("path file_path contents"), "Write write"],
  [
    nameSet("target_notebook cell_idx is_new_cell cell_language old_string new_string"),
    "EditNotebook edit_notebook",
  ],
  [
    nameSet(`command description explanation working_directory block_until_ms timeout is_background
      required_permissions`),
    "Shell run_terminal_cmd",
  ],
  [
    nameSet(`description prompt subagent_type model readonly resume attachments file_attachments
      run_in_background`),
    "Task Subagent",
  ],
  [nameSet("name overview plan todos isProject is_project"), "CreatePlan create_plan"],
]);
