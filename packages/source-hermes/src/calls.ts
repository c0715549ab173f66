import {
  type FilePart,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { addToList, dataUrl, objectOf, parseJson, textOf, uniqueId } from "@chatexport/core/read";
import { addNative, begunCall, blockPart, type Fields, textPart } from "@chatexport/core/source";
import { detailsOf } from "./tools.js";

/** The calls of a session by the ids that the model gave them, and the ids that they have. */
export interface Calls {
  readonly calls: Map<string, ToolCall[]>;
  readonly callIds: Set<string>;
}

/** A call as OpenAI's API has it; undefined for one of another shape. */
function callOf(stored: Fields, { calls, callIds }: Calls): ToolCall | undefined {
  const id = stored.string("id");
  const told = stored.object("function");
  const name = told?.string("name");
  if (id === undefined || name === undefined) return undefined;
  stored.word(["function"], "type");
  const written = told?.string("arguments");
  const input = told?.json("arguments");
  const own = { id: uniqueId(id, callIds.size, callIds), name };
  const call = begunCall(
    written === undefined ? { ...own, input } : { ...own, written },
    detailsOf,
  );
  addNative(call, stored.rest());
  addToList(calls, id, call);
  return call;
}

/** A result as the model saw it; of JSON around the output of a command, the text of a file or an error, that text. */
export function resultOf(parts: Part[]): ToolResult {
  const [first, ...others] = parts;
  const told =
    first?.type === "text" && others.length === 0 ? objectOf(parseJson(first.text)) : undefined;
  const { exit_code: exitCode, error } = told ?? ({} as JsonObject);
  const isCommand = typeof told?.output === "string" && typeof exitCode === "number";
  const isError = textOf(error) !== undefined || (isCommand && exitCode !== 0);
  const name = isCommand ? "output" : ["content", "error"].find((each) => textOf(told?.[each]));
  if (!told || name === undefined) return { content: parts, isError };
  const { [name]: text, ...output } = told;
  const content: Part[] = text === "" ? [] : [{ type: "text", text: String(text) }];
  return present<ToolResult>({
    content,
    output: Object.keys(output).length > 0 ? output : undefined,
    isError,
    exitCode: isCommand ? exitCode : undefined,
  });
}

/** The parts of a message: a text, or a list as OpenAI's API has it. */
export function partsOf(fields: Fields): Part[] {
  const text = fields.string("content");
  if (text !== undefined) return text.trim() === "" ? [] : [{ type: "text", text }];
  return fields
    .objects("content")
    .map((stored) => blockPart(partOf(stored), stored, "content", stored.text("type") ?? "none"));
}

function partOf(stored: Fields): Part | undefined {
  const type = stored.word(["text", "image_url"], "type");
  if (type === "text") return textPart(stored);
  const url = type && stored.object("image_url")?.text("url");
  return url
    ? ({ type: "file", from: "upload", ...(dataUrl(url) ?? { url }) } as FilePart)
    : undefined;
}

/** The calls of an answer, and those of another shape as unknown parts. */
export function callsOf(fields: Fields, known: Calls): Part[] {
  return fields.objects("tool_calls").map((stored): Part => {
    const call = callOf(stored, known);
    if (call) return call;
    stored.unknown.push("tool_calls");
    return { type: "unknown", recordType: "tool_calls", native: stored.all() };
  });
}
