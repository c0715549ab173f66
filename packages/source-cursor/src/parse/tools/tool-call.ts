import {
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  present,
  type ToolCall,
  type ToolDetails,
} from "@chatexport/core";
import { byName, nameInPath, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { addNative } from "@chatexport/core/source";
import { imageTypeOfPath } from "../../values/image-types.js";
import { parsed } from "../../values/json-text.js";
import { pathIn } from "../../values/uri.js";
import { fieldsOf, leftOf } from "../fields.js";
import type { CallData, StoredResult } from "./call-data.js";
import { errorText, returned } from "./returned.js";
import { detailsOf, isOwnTool } from "./tool-kinds.js";
import { toolResult } from "./tool-result.js";
import { unshown } from "./unshown.js";

/** A call as it is stored, in whatever store. */
interface StoredCall {
  id: string;
  name: string;
  /** Arguments that the model sent. */
  input?: Json | undefined;
  rawInput?: string | undefined;
  /** Arguments as the editor took them. */
  params?: JsonObject | undefined;
  /** Its outcome, in the vendor's own word: "completed", "error", "cancelled", "loading", … */
  status?: Json | undefined;
  /** The user's decision when asked: "accepted", "rejected", … */
  decision?: Json | undefined;
  error?: Json | undefined;
  /** `additionalData`: its status tells of errors that the call's own does not. */
  additional?: JsonObject | undefined;
  result?: StoredResult | undefined;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
  contentOf?: CallData["contentOf"] | undefined;
}

/** A stored call in the words of the model. */
export function toolCall(stored: StoredCall): ToolCall {
  const { id, additional = {}, params = {}, rawInput, result, startedAt, completedAt } = stored;
  const mcp = mcpCall(stored.name, stored.input, params);
  const { name, input } = mcp ?? stored;
  const told = returned(result?.output);
  const output = { ...told, isError: result?.isError ?? told.isError };
  const data: CallData = {
    input: { ...objectOf(input), ...(mcp ? {} : params) },
    ...defined({ text: rawInput ?? stringOf(input) }),
    output: output.fields,
    additional,
    contentOf: stored.contentOf ?? (() => undefined),
  };
  const details: ToolDetails = mcp ? { kind: "other" } : detailsOf(name, data.input, data);
  const message = errorText(stored.error);
  const inputs = [rawInput ?? [], Object.values(data.input)].flat();
  const own = result && toolResult(result, output, details, inputs);
  // The editor takes a command that ended with an error for one that succeeded.
  const hasError = message !== undefined || output.isError || (own?.exitCode ?? 0) !== 0;
  const status = output.isRejected ? "rejected" : statusOf(stored, hasError);
  const content = [...(own?.content ?? [])];
  const isSaid = content.some((part) => part.type === "text" && part.text === message);
  if (message !== undefined && !isSaid) content.push({ type: "text", text: message });
  const image = status === "completed" ? generatedImage(name, data) : undefined;
  if (image) content.push(image);
  const isError = status === "failed" || (own?.isError ?? false);
  const call: ToolCall = present({
    type: "tool-call",
    id,
    name,
    ...details,
    server: mcp?.server,
    input,
    rawInput,
    status,
    startedAt,
    completedAt,
    result: own || content.length > 0 ? { ...own, content, isError } : undefined,
  });
  addNative(call, mcp?.native);
  const left = unshown(result?.output, [call, message]);
  addNative(call, leftOf(fieldsOf(present({ result: left }))));
  return call;
}

/** The file that a call of `generate_image` wrote, as far as its path was kept. */
function generatedImage(name: string, { input, output }: CallData): FilePart | undefined {
  if (name !== "generate_image" && name !== "GenerateImage") return undefined;
  const path = pathIn(output, pathNames) ?? pathIn(input, pathNames);
  if (path === undefined) return undefined;
  const mediaType = imageTypeOfPath(path);
  return present({ type: "file", mediaType, name: nameInPath(path), path, from: "tool" });
}

const pathNames = ["filePath", "file_path", "imagePath", "image_path", "path", "filename"];

/** The call of an MCP server's tool, out of the wrappers that Cursor puts around it; undefined for other tools. */
function mcpCall(name: string, input: Json | undefined, params: JsonObject) {
  const isWrapper = wrappers.includes(name);
  if (!isWrapper && (!/^mcp[-_]/.test(name) || isOwnTool(name))) return undefined;
  const sent = unwrapped(objectOf(input) ?? {});
  const made = unwrapped(params);
  const tool = sent?.name ?? made?.name;
  return {
    // Cursor's own name may be only that of the wrapper.
    name: (isWrapper ? tool : undefined) ?? name,
    server: sent?.server ?? made?.server ?? serverIn(name, tool),
    input: sent ? sent.input : (input ?? made?.input),
    native: sent?.native,
  };
}

const wrappers: readonly string[] = ["mcp", "call_mcp_tool", "CallMcpTool"];

/** `{ tools: [{ name, parameters, serverName }] }` or, in 2026, `{ server, toolName, arguments }`. */
function unwrapped(object: JsonObject) {
  const fields = fieldsOf(object);
  const [tool] = fields.objects("tools");
  const name = tool ? tool.text("name") : fields.text("toolName", "tool_name");
  if (!tool && name === undefined) return undefined;
  const input = tool ? tool.json("parameters") : fields.json("arguments", "args");
  const server = (tool ?? fields).text("serverName", "server");
  return { name, server, input: parsed(input), native: leftOf(fields) };
}

/** The server in `mcp-<server>-<tool>` or `mcp_<server>_<tool>`, where the name can be cut only so. */
function serverIn(name: string, tool: string | undefined): string | undefined {
  const rest = name.slice("mcp-".length);
  if (tool !== undefined && rest.endsWith(tool))
    return textOf(rest.slice(0, -tool.length - 1).replace(/^_/, ""));
  const pieces = rest.split(name.charAt("mcp".length)).filter((piece) => piece !== "");
  return pieces.length === 2 ? pieces[0] : undefined;
}

/** The status of a call that its result does not call rejected. */
function statusOf(
  { status, decision, additional = {}, result }: StoredCall,
  hasError: boolean,
): ToolCall["status"] {
  const own = known(status);
  const shown = known(additional.status);
  const decisions = [decision, objectOf(additional.reviewData)?.status].map(known);
  if ([own, shown, ...decisions].includes("rejected")) return "rejected";
  if (shown === "failed" || own === "failed") return "failed";
  if (own === "cancelled" || shown === "cancelled") return "cancelled";
  if (hasError) return "failed";
  return own ?? shown ?? (result ? "completed" : "unknown");
}

/** True when a word says how a call ended, or what its user decided. */
export function isStatus(word: Json): boolean {
  return known(word) !== undefined;
}

function known(status: Json | undefined): ToolCall["status"] | undefined {
  return statuses.get((stringOf(status) ?? "").toLowerCase());
}

const statuses = byName<ToolCall["status"]>([
  ["completed", "completed success"],
  ["failed", "error failed"],
  ["cancelled", "cancelled canceled aborted"],
  ["rejected", "rejected reject"],
  ["pending", "loading pending running streaming"],
]);
