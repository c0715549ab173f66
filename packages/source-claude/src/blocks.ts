import { type FilePart, type Json, type JsonObject, type Part, present } from "@chatexport/core";
import { objectOf, stringOf } from "@chatexport/core/read";

/** An image or document block as a file. */
export function filePart(block: JsonObject, from: FilePart["from"]): FilePart {
  const source = objectOf(block.source);
  const isText = source?.type === "text";
  const data = stringOf(source?.data);
  const url = stringOf(source?.url);
  return present({
    type: "file",
    mediaType: stringOf(source?.media_type),
    name: stringOf(block.title),
    url,
    data: isText ? undefined : data,
    text: isText ? data : undefined,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from,
  });
}

/** The types of blocks that are known, in messages and in the results of tools. */
export const blockTypes: ReadonlySet<string> = new Set([
  "bash_code_execution_output",
  "bash_code_execution_result",
  "bash_code_execution_tool_result",
  "code_execution_output",
  "code_execution_result",
  "code_execution_tool_result",
  "container_upload",
  "document",
  "fallback",
  "image",
  "mcp_tool_result",
  "mcp_tool_use",
  "redacted_thinking",
  "search_result",
  "server_tool_use",
  "text",
  "thinking",
  "tool_reference",
  "tool_result",
  "tool_use",
  "web_fetch_result",
  "web_fetch_tool_result",
  "web_fetch_tool_result_error",
  "web_search_result",
  "web_search_tool_result",
  "web_search_tool_result_error",
]);

/** A file that a tool left on the vendor's servers. */
export function uploadedFile(block: JsonObject): FilePart {
  return present({
    type: "file",
    name: stringOf(block.file_id),
    missing: "stored on the vendor's servers",
    from: "tool",
  });
}

/** A block of a type that this reader does not know, kept as it is. */
export function unknownBlock(block: Json): Part {
  const type = stringOf(objectOf(block)?.type) ?? typeof block;
  return { type: "unknown", recordType: `block/${type}`, native: block };
}
