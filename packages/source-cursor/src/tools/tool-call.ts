import {
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import type { CallData } from "./details.js";
import { generatedImage } from "./image.js";
import { detailsReader } from "./index.js";
import { mcpCall } from "./mcp.js";
import { errorText, returned } from "./results/returned.js";
import { type StoredResult, toolResult } from "./results/tool-result.js";
import { statusOf } from "./status.js";

/** A call as it is stored, in whatever store. */
export interface StoredCall {
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
