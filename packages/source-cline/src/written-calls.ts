import type { JsonObject, Part, TextPart, ToolCall, ToolResult } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";
import { addNative, begunCall, endCall, type StoredRecord } from "@chatexport/core/source";
import type { Reading } from "./reading.js";
import { detailsOf } from "./tools.js";
import { isWrapped } from "./typed-text.js";

/** Tools as Cline until 3.35 and Roo Code until 3.37 had the model call them: as elements in its text. */
const tools = nameSet(
  "access_mcp_resource apply_diff ask_followup_question attempt_completion browser_action",
  "codebase_search execute_command fetch_instructions insert_content list_code_definition_names",
  "list_files new_task plan_mode_respond read_file replace_in_file search_and_replace",
  "search_files switch_mode update_todo_list use_mcp_tool web_fetch write_to_file",
);

/** The parts of a text in which the model thinks, and calls tools, in elements. `id` begins the ids of the calls. */
export function partsInText(part: TextPart, id: string): Part[] {
  const parts: Part[] = [];
  let rest = part.text;
  for (let found = firstElement(rest); found; found = firstElement(rest)) {
    const { name, start, inner, end } = found;
    pushText(parts, rest.slice(0, start));
    if (name === "thinking") parts.push({ type: "reasoning", text: inner.trim() });
    else parts.push(callOf(name, inner, `${id}-${parts.length}`));
    rest = rest.slice(end);
  }
  if (parts.length === 0) return [part];
  pushText(parts, rest);
  return parts;
}

function pushText(parts: Part[], text: string): void {
  if (text.trim() !== "") parts.push({ type: "text", text: text.trim() });
}

interface Element {
  name: string;
  start: number;
  end: number;
  inner: string;
}

/** The first element that is a tool or a thought; one that has no end is text. */
function firstElement(text: string): Element | undefined {
  let first: Element | undefined;
  for (const name of ["thinking", ...tools]) {
    const found = elementIn(text, name);
    if (found && (!first || found.start < first.start)) first = found;
  }
  return first;
}

function elementIn(text: string, name: string): Element | undefined {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const start = text.indexOf(open);
  const stop = start === -1 ? -1 : text.indexOf(close, start);
  if (stop === -1) return undefined;
  return { name, start, end: stop + close.length, inner: text.slice(start + open.length, stop) };
}

function callOf(name: string, inner: string, id: string): Part {
  const { input, others } = argumentsIn(inner);
  const { result: said, ...more } = name === "attempt_completion" ? input : {};
  if (typeof said === "string" && said !== "") {
    const part: Part = { type: "text", text: said };
    addNative(part, { ...more, ...others });
    return part;
  }
  const call: ToolCall = { ...begunCall({ id, name, input }, detailsOf), status: "unknown" };
  addNative(call, others);
  return call;
}

/** The arguments of a call: an element each, whose text can hold elements of its own; and the text between them. */
function argumentsIn(inner: string): { input: JsonObject; others?: JsonObject } {
  const input: JsonObject = {};
  let text = "";
  let rest = inner;
  for (let open = opening.exec(rest); open; open = opening.exec(rest)) {
    const [tag, name = ""] = open;
    const start = open.index + tag.length;
    const stop = rest.lastIndexOf(`</${name}>`);
    if (stop < start) break;
    text += rest.slice(0, open.index);
    input[name] = rest.slice(start, stop).replace(/^\n|\n$/g, "");
    rest = rest.slice(stop);
    const next = rest.indexOf(">");
    rest = next === -1 ? "" : rest.slice(next + 1);
  }
  text = (text + rest).trim();
  return text === "" ? { input } : { input, others: { text } };
}

const opening = /<([a-z_]{1,40})>/;

/**
 * Ends calls with their results, which a prompt has, each after a heading; the other parts are
 * left.
 */
export function withoutResults(
  stored: readonly Part[],
  { createdAt }: StoredRecord,
  reading: Reading,
): { parts: Part[]; result?: ToolResult } {
  const parts: Part[] = [];
  let result: ToolResult | undefined;
  let isOpen = false;
  for (const part of stored) {
    const text = part.type === "text" ? part.text : undefined;
    const heading = text === undefined ? undefined : headingIn(text);
    const call = heading && pendingCall(heading.name, reading);
    const isNext = text !== undefined && (isWrapped(text) || environment.test(text));
    if (call && heading) {
      result = { content: [], isError: false, native: { heading: heading.line } };
      endCall(call, call.id, result, { completedAt: createdAt });
      if (heading.rest !== "") result.content.push({ type: "text", text: heading.rest });
      isOpen = true;
    } else if (result && isOpen && !isNext) result.content.push(part);
    else {
      isOpen = false;
      parts.push(part);
    }
  }
  return { parts, ...(result && { result }) };
}

const environment = /^\s*<environment_details>/;

/** "[read_file for 'pears.txt'] Result:", and the text after it. */
function headingIn(text: string): { name: string; line: string; rest: string } | undefined {
  const name = /^\[(\w{1,40})/.exec(text)?.[1];
  const mark = "] Result:";
  const end = text.indexOf(mark);
  const isHeading = name !== undefined && end !== -1 && !text.slice(0, end).includes("\n");
  if (!isHeading) return undefined;
  const line = text.slice(0, end + mark.length);
  return { name, line, rest: text.slice(line.length).trim() };
}

function pendingCall(name: string, { calls }: Reading): ToolCall | undefined {
  return [...calls.values()].find((call) => call.name === name && !call.result);
}
