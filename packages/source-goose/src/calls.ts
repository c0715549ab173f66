import {
  defined,
  type FilePart,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { nameInPath, objectOf, pathOfUrl } from "@chatexport/core/read";
import { begunCall, blockPart, endCall, type Fields } from "@chatexport/core/source";
import { detailsOf } from "./tools.js";

/** A call, which the model may have written wrong. */
export function callOf(id: string, told: Fields, meta: Fields | undefined): ToolCall {
  const value = told.object("value");
  const error = told.text("error");
  told.word(["success", "error"], "status");
  const name = value?.text("name") ?? "unknown";
  const input = value?.json("arguments");
  const extension = name.includes("__") ? name.split("__")[0] : undefined;
  const [title, server] = [meta?.text("goose.toolSummary.title"), meta?.text("goose_extension")];
  const call = begunCall({ id, name, title, server: server ?? extension, input }, detailsOf);
  if (error !== undefined)
    endCall(call, id, { content: [{ type: "text", text: error }], isError: true });
  return call;
}

/** Ends a call with its result; where none waits for it, the result is the part that is given back. */
export function endWith(
  told: Fields,
  call: ToolCall | undefined,
  toolCallId: string,
): Part | undefined {
  const result = resultOf(told);
  const [first] = result.content;
  const isDeclined =
    first?.type === "text" && first.text.startsWith("The user has declined to run this tool");
  if (call && !call.result && isDeclined) {
    call.rejectedBy = "user";
    result.isError = true;
  }
  return endCall(call, toolCallId, result);
}

/** The result as the model sees it; before schema 6 its value is the list of its parts. */
function resultOf(told: Fields): ToolResult {
  const error = told.text("error");
  told.word(["success", "error"], "status");
  const value = told.object("value");
  const items = value?.objects("content") ?? told.objects("value");
  const output = value?.json("structuredContent");
  const exitCode = objectOf(output)?.exit_code;
  const isFailed = value?.flag("isError") ?? false;
  const content = items.map(itemOf);
  return present<ToolResult>({
    content: error === undefined ? content : [{ type: "text", text: error }, ...content],
    ...defined({ output }),
    isError: error !== undefined || isFailed || (typeof exitCode === "number" && exitCode !== 0),
    exitCode: typeof exitCode === "number" ? exitCode : undefined,
  });
}

function itemOf(item: Fields): Part {
  const type = item.word(["text", "image", "audio", "resource", "resource_link"], "type");
  const text = type === "text" ? item.string("text") : undefined;
  const part: Part | undefined =
    text !== undefined
      ? { type: "text", text }
      : type === "image" || type === "audio"
        ? imageOf(item, "tool")
        : resourceOf(type === "resource" ? item.object("resource") : item);
  return blockPart(part, item, "content", type ?? "none");
}

/** An image, or a sound, by its data. */
export function imageOf(stored: Fields, from: FilePart["from"]): FilePart | undefined {
  const data = stored.text("data");
  if (data === undefined) return undefined;
  return present<FilePart>({ type: "file", mediaType: stored.text("mimeType"), data, from });
}

function resourceOf(stored: Fields | undefined): FilePart | undefined {
  const url = stored?.text("uri");
  if (!stored || url === undefined) return undefined;
  const path = url.startsWith("file:") ? pathOfUrl(url) : undefined;
  return present<FilePart>({
    type: "file",
    mediaType: stored.text("mimeType"),
    name: stored.text("name") ?? nameInPath(path),
    path,
    url: path === undefined ? url : undefined,
    text: stored.string("text"),
    data: stored.text("blob"),
    from: "tool",
  });
}
