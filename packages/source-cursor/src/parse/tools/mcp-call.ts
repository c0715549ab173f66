import { type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { firstText, firstValue, parsed } from "../../values/json-text.js";

/** A call of a tool that an MCP server offers, out of the wrappers that Cursor puts around it. */
interface McpCall {
  /** The tool's name on the server, where Cursor's own name is only that of the wrapper. */
  name: string;
  server?: string;
  input?: Json;
}

/** The call inside a call by the names of MCP; undefined for other tools. */
export function mcpCall(
  name: string,
  input: Json | undefined,
  params: JsonObject,
): McpCall | undefined {
  const isWrapper = wrappers.includes(name);
  if (!isWrapper && !/^mcp[-_]/.test(name)) return undefined;
  const sent = unwrapped(objectOf(input) ?? {});
  const made = unwrapped(params);
  const tool = sent?.name ?? made?.name;
  return present({
    name: (isWrapper ? tool : undefined) ?? name,
    server: sent?.server ?? made?.server ?? serverIn(name, tool),
    input: sent ? sent.input : (input ?? made?.input),
  });
}

const wrappers: readonly string[] = ["mcp", "call_mcp_tool", "CallMcpTool"];

/** `{ tools: [{ name, parameters, serverName }] }` or, in 2026, `{ server, toolName, arguments }`. */
function unwrapped(fields: JsonObject) {
  const tool = objectOf(listOf(fields.tools)?.[0]);
  const name = tool ? textOf(tool.name) : firstText(fields, "toolName", "tool_name");
  if (!tool && name === undefined) return undefined;
  const input = tool ? tool.parameters : firstValue(fields, "arguments", "args");
  return { name, server: firstText(tool ?? fields, "serverName", "server"), input: parsed(input) };
}

/** The server in `mcp-<server>-<tool>` or `mcp_<server>_<tool>`, where the name can be cut only so. */
function serverIn(name: string, tool: string | undefined): string | undefined {
  const rest = name.slice("mcp-".length);
  if (tool !== undefined && rest.endsWith(tool))
    return textOf(rest.slice(0, -tool.length - 1).replace(/^_/, ""));
  const pieces = rest.split(name.charAt("mcp".length)).filter((piece) => piece !== "");
  return pieces.length === 2 ? pieces[0] : undefined;
}
