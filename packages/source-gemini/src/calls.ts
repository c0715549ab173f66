import {
  defined,
  type FileEdit,
  type Json,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import {
  byName,
  objectOf,
  shellReport,
  stringOf,
  textOf,
  unifiedHunks,
} from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { type Said, saidIn } from "./content.js";
import { detailsOf } from "./tools.js";

const statuses = byName<ToolCall["status"]>([
  ["pending", "validating scheduled awaiting_approval executing"],
  ["completed", "success"],
  ["failed", "error"],
  ["cancelled", "cancelled"],
]);

/** A call with its result, from its record; undefined for one without a name. */
export function callOf(
  fields: Fields,
  id: string,
  isAgent: (id: Json) => boolean,
): ToolCall | undefined {
  const name = fields.text("name");
  if (name === undefined) return undefined;
  fields.text("id");
  const input = fields.json("args");
  const result = resultIn(fields, id, input);
  const told = fields.made((word) => statuses.get(stringOf(word) ?? ""), "status") ?? "unknown";
  if (result && told === "failed") result.isError = true;
  const status = told === "completed" && result?.isError ? "failed" : told;
  const time = fields.time("timestamp");
  const shown = fields.text("description");
  const edits = editsShown(fields);
  const subagent = textOf(fields.fitting("agentId", isAgent));
  const details: ToolDetails = edits
    ? { kind: "edit", edits }
    : taskOf(detailsOf(name, input, textIn(result?.content ?? [])), subagent);
  return {
    ...defined({ type: "tool-call" as const, id, name, input }),
    ...details,
    ...defined({ title: titleIn(shown, details, input) }),
    ...defined({ server: fields.made(serverIn, "displayName") }),
    status,
    ...defined(status === "pending" ? { startedAt: time } : { completedAt: time }),
    ...defined({ result }),
  };
}

/** The title that the client showed of a call: the model's words alone, where they are in it. */
function titleIn(
  shown: string | undefined,
  { title: told }: ToolDetails,
  input: Json | undefined,
): string | undefined {
  if (told !== undefined && shown?.includes(told)) return told;
  // MCP tools show their arguments there, and a task says only who does it.
  const isOwn = shown === JSON.stringify(input) || shown?.startsWith("Delegating to agent ");
  return isOwn ? told : (shown ?? told);
}

function taskOf(details: ToolDetails, subagent: string | undefined): ToolDetails {
  if (subagent === undefined) return details;
  return { ...(details.kind === "task" ? details : { kind: "task" }), subagent };
}

function serverIn(name: Json): string | undefined {
  return /\(([^()]+) MCP Server\)$/.exec(stringOf(name) ?? "")?.[1];
}

/** The result that the model got, and the one that its user saw where that says something else. */
function resultIn(fields: Fields, id: string, input: Json | undefined): ToolResult | undefined {
  const result = resultOf(saidIn(fields.objects("result"), "tool"), id);
  const seen = textIn(result?.content ?? []);
  const isRepeat = (shown: Json) =>
    typeof shown === "string"
      ? seen.includes(shown.trim())
      : JSON.stringify(shown) === JSON.stringify(input);
  if (fields.fitting("resultDisplay", isRepeat) !== undefined) return result;
  const output = fields.fitting("resultDisplay", (shown) => !isDiff(shown));
  return output === undefined ? result : { content: [], isError: false, ...result, output };
}

function isDiff(shown: Json): boolean {
  return typeof objectOf(shown)?.fileDiff === "string";
}

/** The change of a file, as the tool showed it. */
function editsShown(fields: Fields): FileEdit[] | undefined {
  const isShown = fields.fitting("resultDisplay", isDiff) !== undefined;
  const shown = isShown ? fields.object("resultDisplay") : undefined;
  const path = shown?.text("filePath", "fileName");
  if (!shown || path === undefined) return undefined;
  const hunks = unifiedHunks(shown.string("fileDiff"));
  const kind = shown.flag("isNewFile") ? "create" : "update";
  const [before, after] = [shown.text("originalContent"), shown.string("newContent")];
  return [present<FileEdit>({ path, kind, hunks, before, after })];
}

/** The result of a call in what a list of parts says, which may have the results of other calls, too. */
export function resultOf({ parts: content, results }: Said, id: string): ToolResult | undefined {
  if (results.length === 0 && content.length === 0) return undefined;
  const result: ToolResult = { content, isError: false };
  for (const answer of results) {
    if ((answer.text("id") ?? id) !== id) {
      // It stands with its own call.
      answer.all();
      continue;
    }
    const name = answer.text("name");
    const response = answer.object("response");
    const error = response?.text("error");
    const text = error ?? response?.text("output");
    if (error !== undefined) result.isError = true;
    if (text !== undefined) addText(result, text, name);
    content.push(...saidIn(answer.objects("parts"), "tool").parts);
    addNative(result, response?.rest());
  }
  return result;
}

/** Adds a tool's words to a model, without those around them. */
export function addText(result: ToolResult, whole: string, tool: string | undefined): void {
  const path = cutOff.exec(whole)?.[1];
  if (path !== undefined) Object.assign(result, { truncated: true, fullOutputPath: path });
  const [begin, end] = ["<untrusted_context>\n", "\n</untrusted_context>"];
  const at = whole.endsWith(end) ? whole.indexOf(begin) : -1;
  let text = whole;
  if (at !== -1) text = whole.slice(0, at) + whole.slice(at + begin.length, -end.length);
  if (tool === "run_shell_command") {
    const { output, notes, ...report } = shellReport(text);
    text = output;
    Object.assign(result, report);
    addNative(result, notes);
    if (result.exitCode) result.isError = true;
  }
  result.content.push({ type: "text", text });
}

const cutOff =
  /^(?:<tool_output_masked>[\s\S]*\n)?Output too large\. [^\n]*(?:For full output see|available at): ([^\n]+)/;

/** True when a result is what is left of one that the tool took out of the model's context. */
export function isMasked({ content }: ToolResult): boolean {
  return /^(?:<tool_output_masked>|Output too large\. )/.test(textIn(content));
}

/** The texts of some parts. */
export function textIn(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
