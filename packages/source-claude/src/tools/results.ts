import {
  type FilePart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import {
  listOf,
  numberOf,
  objectOf,
  textOf,
  unknownBlock,
  withoutRepeated,
  wordOf,
} from "@chatexport/core/read";
import { addNative, type Holder } from "@chatexport/core/source";
import { blockFields, fileOf, uploadedFile, withNative } from "../records/blocks.js";
import { resultText, saysError } from "../records/injected-text.js";
import { onlyTellsPath, persistedPath, previewIn } from "./persisted-output.js";
import type { Outcome } from "./told-outcome.js";

/** The result of a tool call as it is recorded: what the model saw, and what the tool returned. */
export interface RecordedResult extends Holder {
  /** The block in the user record. */
  block: JsonObject;
  /** The beginning of what the model saw. */
  text: string;
  /** `toolUseResult` of the record; sub-agents' files and old files often have none. */
  output?: Json;
  /** The outcome, where the record says it. */
  told?: Outcome;
  /** The time when the record was written. */
  completedAt?: string;
  /** The results of the calls that show it, as far as they are read. */
  shown: ToolResult[];
  /** The file that holds the whole output, when it was too large to be inline. */
  persisted?: FilePart;
}

/** The holders of the fields of a result's record. */
export function holdersOf(recorded: RecordedResult): readonly Holder[] {
  return recorded.shown.length > 0 ? recorded.shown : [recorded];
}

/** A recorded result in the words of the model. `names` gets the names of fields that are unknown. */
export function toolResult(
  { block, output, persisted, native, shown }: RecordedResult,
  input: JsonObject,
  names: string[],
): ToolResult {
  const fields = blockFields(block, names);
  fields.text("tool_use_id");
  fields.flag("is_error");
  const content = contentParts(fields.json("content"), names);
  const text = firstText(content);
  const fullOutputPath = persisted?.path ?? persistedPath(text, output);
  const result: ToolResult = present({
    content: persisted ? [...content, persisted] : content,
    output: keptApart(output, content, input),
    isError: isError(block),
    exitCode: exitCode(text) ?? numberOf(objectOf(output)?.exitCode) ?? returnCode(block),
    truncated: fullOutputPath === undefined ? undefined : true,
    fullOutputPath,
  });
  addNative(result, native);
  addNative(result, fields.rest());
  shown.push(result);
  return result;
}

/** A part for a result whose call is missing. */
export function resultPart(recorded: RecordedResult, names: string[]): Part {
  const toolCallId = textOf(recorded.block.tool_use_id) ?? "";
  return { type: "tool-result", toolCallId, result: toolResult(recorded, {}, names) };
}

/** The outcome of a call, and who refused it, from its recorded result. */
export function outcomeOf(recorded: RecordedResult): Outcome {
  const { text, output, told } = recorded;
  if (told) return told;
  const isRejected = output === "User rejected tool use" || rejection.test(text);
  return isRejected ? { status: "rejected", rejectedBy: "user" } : { status: statusOf(recorded) };
}

function statusOf({ block, text, output }: RecordedResult): ToolCall["status"] {
  if (
    objectOf(output)?.interrupted === true ||
    wordOf(output).startsWith("Sibling tool call errored") ||
    text.startsWith("[Request interrupted by user")
  )
    return "cancelled";
  // A message that could not be sent, or a task that is not there, is no error to the model (2.1.170).
  const hasFailed = isError(block) || objectOf(output)?.success === false;
  return hasFailed ? "failed" : "completed";
}

const rejection =
  /^The user doesn't want to (?:proceed with this tool use|take this action right now)/;
// The second one follows the first where the user did not answer questions.
const endsOfRejection = [
  "To tell you how to proceed, the user said:\n",
  "Start by asking them what they would like to clarify.\n",
];

/**
 * A text of a result; of a rejection, only what the user said to it is no text of the tool, and of an output
 * that was put aside only its beginning.
 */
function textParts(text: string): Part[] {
  const ofTool = (text: string): Part => ({ type: "text", text, synthetic: "reminder" });
  const preview = previewIn(text);
  if (preview) return [ofTool(preview[0]), ...resultText(preview[1]), ofTool(preview[2])];
  if (onlyTellsPath(text)) return [ofTool(text)];
  if (!rejection.test(text)) return resultText(text);
  const start = endsOfRejection.reduce((start, end) => {
    const at = text.indexOf(end);
    return at === -1 ? start : at + end.length;
  }, text.length);
  const said: Part[] = start < text.length ? [{ type: "text", text: text.slice(start) }] : [];
  return [ofTool(text.slice(0, start)), ...said];
}

/** The beginning of what the model saw of a result. */
export function shownText(block: JsonObject): string {
  return firstText(contentParts(block.content));
}

/** The content of a result that the model saw: a string or blocks. */
function contentParts(content: Json | undefined, names?: string[]): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return content === "" ? [] : textParts(content);
  return (listOf(content) ?? [content]).flatMap((item): Part[] => {
    if (typeof item === "string") return textParts(item);
    const block = objectOf(item);
    return (block && blockParts(block, names)) ?? [unknownBlock(item)];
  });
}

/** The parts of a block of a result; undefined when it holds nothing of its shape. */
function blockParts(block: JsonObject, names: string[] = []): Part[] | undefined {
  const fields = blockFields(block, names);
  const shown = shownFields.get(block.type);
  if (shown) {
    const text = shown.flatMap((name) => fields.text(name) ?? []).join("\n");
    const inner = contentParts(fields.json("content"), names);
    fields.number("return_code");
    return [...withNative([{ type: "text", text }], fields.rest()), ...inner];
  }
  switch (block.type) {
    case "text": {
      const text = fields.string("text");
      return text === undefined ? undefined : withNative(textParts(text), fields.rest());
    }
    case "image":
    case "document":
      return [fileOf(block, "tool", names)];
    case "code_execution_output":
    case "bash_code_execution_output":
      return [uploadedFile(block, names)];
    default:
      return undefined;
  }
}

/** The fields shown of blocks in the results of the vendor's tools, before the blocks inside. */
const shownFields: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["tool_reference", ["tool_name"]],
  ["web_search_result", ["title", "url"]],
  ["web_search_tool_result_error", ["error_code"]],
  ["web_fetch_tool_result_error", ["error_code"]],
  ["search_result", ["title", "source"]],
  ["web_fetch_result", ["url"]],
  ["code_execution_result", ["stdout", "stderr"]],
  ["bash_code_execution_result", ["stdout", "stderr"]],
]);

function isError(block: JsonObject): boolean {
  const [first] = listOf(block.content) ?? [block.content];
  return (
    block.is_error === true ||
    saysError(wordOf(objectOf(first)?.text ?? first)) ||
    wordOf(objectOf(block.content)?.type).endsWith("_tool_result_error") ||
    (returnCode(block) ?? 0) !== 0
  );
}

/** The exit code of what the vendor's servers ran. */
function returnCode({ content }: JsonObject): number | undefined {
  return numberOf(objectOf(content)?.return_code);
}

/** Bash gives its exit code in the text, and only when it is not zero. */
function exitCode(text: string): number | undefined {
  const digits = /^(?:Error: )?Exit code (\d{1,10})\b/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function firstText(content: readonly Part[]): string {
  return content.find((part) => part.type === "text")?.text ?? "";
}

/** The tool's own output without long texts that are elsewhere in the call as they are. */
function keptApart(
  output: Json | undefined,
  content: readonly Part[],
  input: JsonObject,
): Json | undefined {
  if (output === undefined || output === null) return undefined;
  const shown: Json[] = Object.values(input);
  for (const part of content)
    if (part.type === "text") shown.push(part.text);
    else if (part.type === "file" && part.data) shown.push(part.data);
  shown.push(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
  if (typeof output === "string")
    return shown.some((text) => output === text || output === `Error: ${wordOf(text)}`)
      ? undefined
      : output;
  const fields = objectOf(output);
  if (!fields) return output;
  const file = objectOf(fields.file);
  return withoutRepeated(file ? { ...fields, file: withoutRepeated(file, shown) } : fields, shown);
}
