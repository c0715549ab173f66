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
  filePart,
  listOf,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  unknownBlock,
  withoutRepeated,
  wordOf,
} from "@chatexport/core/read";
import { resultText } from "../records/injected-text.js";
import { persistedPath } from "./persisted-output.js";

/** The result of a tool call as it is recorded: what the model saw, and what the tool returned. */
export interface RecordedResult {
  /** The block in the user record. */
  block: JsonObject;
  /** `toolUseResult` of the record; sub-agents' files and old files often have none. */
  output?: Json;
  /** `toolDenialKind` of the record, since 2.1.215. */
  denial?: string;
  /** When the record was written. */
  completedAt?: string;
  /** What else the record of the result holds. */
  native?: JsonObject;
  /** The file that holds the whole output, when it was too large to be inline. */
  persisted?: FilePart;
}

/** A recorded result in the words of the model. */
export function toolResult(
  { block, output, persisted }: RecordedResult,
  input: JsonObject = {},
): ToolResult {
  const content = contentParts(block.content);
  const text = firstText(content) ?? "";
  const fullOutputPath = persisted?.path ?? persistedPath(text, output);
  return present({
    content: persisted ? [...content, persisted] : content,
    output: keptApart(output, content, input),
    isError: isError(block, text),
    exitCode: exitCode(text) ?? numberOf(objectOf(output)?.exitCode) ?? returnCode(block.content),
    truncated: fullOutputPath === undefined ? undefined : true,
    fullOutputPath,
  });
}

/** What became of a call, from its recorded result. */
export function statusOf({ block, output, denial }: RecordedResult): ToolCall["status"] {
  const text = shownText(block);
  const rejected =
    denial !== undefined ||
    output === "User rejected tool use" ||
    text.startsWith("The user doesn't want to proceed with this tool use") ||
    text.startsWith("The user doesn't want to take this action right now");
  if (rejected) return "rejected";
  const cancelled =
    objectOf(output)?.interrupted === true ||
    wordOf(output).startsWith("Sibling tool call errored") ||
    text.startsWith("[Request interrupted by user");
  if (cancelled) return "cancelled";
  return isError(block, text) ? "failed" : "completed";
}

/** The beginning of what the model saw of a result. */
export function shownText(block: JsonObject): string {
  return firstText(contentParts(block.content)) ?? "";
}

/** What the model saw of a result: a string or blocks. */
function contentParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return content === "" ? [] : resultText(content);
  return (listOf(content) ?? [content]).flatMap((item): Part[] => {
    if (typeof item === "string") return resultText(item);
    const block = objectOf(item);
    switch (block?.type) {
      case "text":
        return resultText(stringOf(block.text) ?? "");
      case "image":
      case "document":
        return [filePart(block, "tool")];
      case "code_execution_output":
      case "bash_code_execution_output":
        return [uploadedFile(block)];
      case "tool_reference":
        return [{ type: "text", text: stringOf(block.tool_name) ?? "" }];
      case "web_search_result":
        return [{ type: "text", text: linesOf(block.title, block.url) }];
      case "web_search_tool_result_error":
      case "web_fetch_tool_result_error":
        return [{ type: "text", text: linesOf(block.error_code) }];
      case "search_result":
        return [
          { type: "text", text: linesOf(block.title, block.source) },
          ...contentParts(block.content),
        ];
      case "web_fetch_result":
        return [{ type: "text", text: linesOf(block.url) }, ...contentParts(block.content)];
      case "code_execution_result":
      case "bash_code_execution_result":
        return [
          { type: "text", text: linesOf(block.stdout, block.stderr) },
          ...contentParts(block.content),
        ];
      default:
        return [unknownBlock(item)];
    }
  });
}

function linesOf(...lines: (Json | undefined)[]): string {
  return lines.flatMap((line) => textOf(line) ?? []).join("\n");
}

function isError(block: JsonObject, text: string): boolean {
  return (
    block.is_error === true ||
    text.startsWith("<tool_use_error>") ||
    wordOf(objectOf(block.content)?.type).endsWith("_tool_result_error")
  );
}

/** Bash gives its exit code in the text, and only when it is not zero. */
function exitCode(text: string): number | undefined {
  const digits = /^(?:Error: )?Exit code (\d{1,10})\b/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The exit code of what the vendor's servers ran. */
function returnCode(content: Json | undefined): number | undefined {
  return numberOf(objectOf(content)?.return_code);
}

function firstText(content: Part[]): string | undefined {
  const first = content.find((part) => part.type === "text");
  return first?.type === "text" ? first.text : undefined;
}

/** The tool's own output without long texts that stand elsewhere in the call as they are. */
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
  if (typeof output === "string")
    return shown.some((text) => output === text || output === `Error: ${wordOf(text)}`)
      ? undefined
      : output;
  const fields = objectOf(output);
  if (!fields) return output;
  const file = objectOf(fields.file);
  return withoutRepeated(file ? { ...fields, file: withoutRepeated(file, shown) } : fields, shown);
}

/** A file that a tool left on the vendor's servers. */
export function uploadedFile(block: JsonObject): FilePart {
  return present({
    type: "file",
    name: stringOf(block.file_id),
    missing: "stored on the vendor's servers",
    from: "tool",
  });
}
