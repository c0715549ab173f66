import type { ToolCall, ToolDetails, ToolResult, ToolResultPart } from "../model.js";
import { defined, type Loose, present } from "../present.js";
import { parseJson } from "../shallow-json.js";

/** Begins a call, which waits for its result. Arguments in a text that is no JSON stay as they are written. */
export function begunCall(
  {
    written,
    ...told
  }: Loose<Pick<ToolCall, "id" | "name" | "input" | "server" | "title"> & { written?: string }>,
  detailsOf: (tool: string, input: unknown) => ToolDetails,
): ToolCall {
  const input = told.input ?? parseJson(written);
  const rawInput = input === undefined ? written : undefined;
  return {
    ...defined({ type: "tool-call" as const, ...told, input, rawInput }),
    status: "pending",
    ...detailsOf(told.name, input),
  };
}

/** Ends a call with its result; where none waits for it, the result is the part that is given back. */
export function endCall(
  call: ToolCall | undefined,
  toolCallId: string,
  result: ToolResult,
  { status, completedAt }: Loose<Partial<Pick<ToolCall, "status" | "completedAt">>> = {},
): ToolResultPart | undefined {
  if (!call || call.result) return { type: "tool-result", toolCallId, result };
  const ended = call.rejectedBy ? "rejected" : result.isError ? "failed" : "completed";
  Object.assign(call, present({ status: status ?? ended, completedAt, result }));
  return undefined;
}
