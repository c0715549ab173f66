import {
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  nonEmpty,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import { objectOf, stringOf } from "@chatexport/core/read";
import { pathIn } from "../../values/uri.js";
import type { AgentResult, CallData } from "./call-data.js";
import { mcpCall } from "./mcp-call.js";
import { errorText, returned } from "./returned.js";
import { detailsReader } from "./tool-kinds.js";
import { type StoredResult, toolResult } from "./tool-result.js";

/** A call as it is stored, in whatever store. */
interface StoredCall {
  id: string;
  name: string;
  /** Arguments that the model sent. */
  input?: Json | undefined;
  rawInput?: string | undefined;
  /** Arguments as the editor took them. */
  params?: JsonObject | undefined;
  /** The vendor's own word for how it ended. */
  status?: Json | undefined;
  decision?: Json | undefined;
  error?: Json | undefined;
  additional?: JsonObject | undefined;
  result?: StoredResult | undefined;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
  native?: JsonObject | undefined;
  contentOf?: CallData["contentOf"] | undefined;
}

/** A stored call in the words of the model. */
export function toolCall(stored: StoredCall): ToolCall {
  const { additional = {}, params = {}, rawInput, result } = stored;
  const mcp = mcpCall(stored.name, stored.input, params);
  const input = mcp ? mcp.input : stored.input;
  const name = mcp?.name ?? stored.name;
  const told = returned(result?.value);
  const output = { ...told, isError: result?.isError ?? told.isError };
  const data: CallData = {
    input: { ...objectOf(input), ...(mcp ? {} : params) },
    ...defined({ text: rawInput ?? (typeof input === "string" ? input : undefined) }),
    output: output.fields,
    additional,
    contentOf: stored.contentOf ?? (() => undefined),
  };
  const details: ToolDetails = mcp ? { kind: "other" } : detailsReader(name)(data);
  const message = errorText(stored.error);
  const image = generatedImage(name, data);
  const inputs = [rawInput ?? [], Object.values(data.input)].flat();
  const status = statusOf({
    status: stored.status,
    decision: stored.decision,
    additional,
    hasError: message !== undefined || output.isError,
    isRejected: output.isRejected,
    hasResult: result !== undefined,
  });
  return present({
    type: "tool-call",
    id: stored.id,
    name,
    ...details,
    server: mcp?.server,
    input,
    rawInput,
    status,
    startedAt: stored.startedAt,
    completedAt: stored.completedAt,
    result: withExtras(result && toolResult(result, output, details, inputs), {
      message,
      image: status === "completed" ? image : undefined,
      isFailed: status === "failed",
    }),
    native: stored.native,
  });
}

interface Extras {
  message: string | undefined;
  image: FilePart | undefined;
  isFailed: boolean;
}

/** The result with the message of an error and with the image that the tool made. */
function withExtras(result: ToolResult | undefined, extras: Extras): ToolResult | undefined {
  const { message, image, isFailed } = extras;
  const content: Part[] = [...(result?.content ?? [])];
  const isSaid = content.some((part) => part.type === "text" && part.text === message);
  if (message !== undefined && !isSaid) content.push({ type: "text", text: message });
  if (image) content.push(image);
  if (!result && content.length === 0) return undefined;
  return { ...result, content, isError: isFailed || (result?.isError ?? false) };
}

/** A call in the agent's own messages: a part of a message, with the result where there is one. */
interface AgentCall {
  id: string;
  /** Read, Grep, StrReplace, Shell, Task, … */
  name: string;
  input?: Json;
  /** Arguments that are not JSON. */
  rawInput?: string;
  /** What the store says, or the reader knows; else it is concluded from the result. */
  status?: ToolCall["status"];
  /** Its `output` may be the `highLevelToolCallResult` of the message. */
  result?: AgentResult;
}

/** A call of store.db, agentKv or a transcript in the words of the model. */
export function agentCall({ result, ...call }: AgentCall): ToolCall {
  return toolCall({ ...call, ...defined({ result: result && storedResult(result) }) });
}

/** A result out of the agent's own messages, with what of it a bubble keeps beside it. */
export function storedResult(
  { content, output, isError }: AgentResult,
  beside?: JsonObject,
): StoredResult {
  const fields = objectOf(output);
  return present({
    content: nonEmpty(content),
    value: fields || output === undefined ? { ...beside, ...fields } : output,
    isError,
  });
}

/** The file that a call of `generate_image` wrote, as far as its path was kept. */
function generatedImage(name: string, { input, output }: CallData): FilePart | undefined {
  if (name !== "generate_image" && name !== "GenerateImage") return undefined;
  const path = pathIn(output, pathNames) ?? pathIn(input, pathNames);
  if (path === undefined) return undefined;
  const extension = /\.([a-z]{3,4})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  return present({
    type: "file",
    mediaType: mediaTypes.get(extension),
    name: path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1),
    path,
    from: "tool",
  });
}

const pathNames = ["filePath", "file_path", "imagePath", "image_path", "path", "filename"];

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
]);

/** What tells how a call ended. */
interface Ending {
  /** `status` of the call: "completed", "error", "cancelled", "loading", … */
  status?: Json | undefined;
  /** What the user decided when asked: "accepted", "rejected", … */
  decision?: Json | undefined;
  /** `additionalData`: its status tells of errors that the call's own does not. */
  additional: JsonObject;
  hasError: boolean;
  isRejected: boolean;
  hasResult: boolean;
}

/** What became of a call. */
function statusOf(ending: Ending): ToolCall["status"] {
  const { additional, hasError, isRejected, hasResult } = ending;
  const own = known(ending.status);
  const shown = known(additional.status);
  const decisions = [ending.decision, objectOf(additional.reviewData)?.status];
  if (isRejected || own === "rejected" || shown === "rejected" || decisions.some(isRejection))
    return "rejected";
  if (shown === "failed" || own === "failed") return "failed";
  if (own === "cancelled" || shown === "cancelled") return "cancelled";
  if (hasError) return "failed";
  return own ?? shown ?? (hasResult ? "completed" : "unknown");
}

function isRejection(decision: Json | undefined): boolean {
  return known(decision) === "rejected";
}

function known(status: Json | undefined): ToolCall["status"] | undefined {
  return statuses.get((stringOf(status) ?? "").toLowerCase());
}

const statuses: ReadonlyMap<string, ToolCall["status"]> = new Map([
  ["completed", "completed"],
  ["success", "completed"],
  ["error", "failed"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["aborted", "cancelled"],
  ["rejected", "rejected"],
  ["reject", "rejected"],
  ["loading", "pending"],
  ["pending", "pending"],
  ["running", "pending"],
  ["streaming", "pending"],
]);
