import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { stringOf } from "@chatexport/core/read";

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
