import { type FilePart, type Part, present, type ToolCall } from "@chatexport/core";
import { objectOf, stringOf, textOf, wordOf } from "@chatexport/core/read";
import { parseJson } from "../json-text.js";
import { agentCall } from "../tools/agent-call.js";
import type { AgentResult } from "../tools/call.js";
import { filePart } from "./media.js";
import { callId, resultId, type StoredPart } from "./stored-parts.js";

/** The results of a list of messages, each for one call. */
export interface PairedResults {
  /** The result of a call; of calls that share an id each gets its own. */
  take(toolCallId: string): AgentResult | undefined;
  /** The result, when no call is left for it. */
  unpaired(part: StoredPart): AgentResult | undefined;
}

type PartReader = (part: StoredPart, results: PairedResults, from: FilePart["from"]) => Part[];

const readers: Readonly<Record<string, PartReader>> = {
  text: textPart,
  reasoning: reasoningPart,
  thinking: reasoningPart,
  "redacted-reasoning": () => [{ type: "reasoning", redacted: true }],
  redacted_thinking: () => [{ type: "reasoning", redacted: true }],
  "tool-call": toolCall,
  tool_call: toolCall,
  tool_use: toolCall,
  "tool-result": toolResult,
  tool_result: toolResult,
  image: (part, _, from) => [filePart(part.value, from)],
  image_url: (part, _, from) => [filePart(part.value, from)],
  file: (part, _, from) => [filePart(part.value, from)],
};

/** A stored part in the words of the model; one of an unknown type is kept as it is. */
export function readPart(
  part: StoredPart,
  results: PairedResults,
  from: FilePart["from"] = "tool",
): Part[] {
  const type = wordOf(part.value.type);
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (reader) return reader(part, results, from);
  return [{ type: "unknown", recordType: `part/${type}`, native: part.value }];
}

const redacted = "[REDACTED]";

/** A text; transcripts put a mark in the place of reasoning that they leave out. */
function textPart({ value }: StoredPart): Part[] {
  const text = stringOf(value.text) ?? "";
  const isRedacted = text.trimEnd().endsWith(redacted);
  const rest = isRedacted ? text.slice(0, text.lastIndexOf(redacted)) : text;
  // In the middle of a line it is somebody's word.
  if (isRedacted && !/(?:^|\n)[ \t]{0,8}$/.test(rest.slice(-10))) return [{ type: "text", text }];
  const shown: Part[] =
    rest.trim() === "" ? [] : [{ type: "text", text: isRedacted ? rest.trimEnd() : text }];
  return isRedacted ? [...shown, { type: "reasoning", redacted: true }] : shown;
}

/** A thought; where only a signature is left, the vendor keeps the text to itself. */
function reasoningPart({ value }: StoredPart): Part[] {
  const text = textOf(value.text) ?? textOf(value.thinking) ?? textOf(value.reasoning);
  if (text?.trim()) return [{ type: "reasoning", text }];
  const signature = textOf(value.signature) ?? objectOf(value.providerOptions);
  return signature === undefined ? [] : [{ type: "reasoning", redacted: true }];
}

function toolCall(part: StoredPart, results: PairedResults): [ToolCall] {
  const { value } = part;
  const id = callId(part) ?? part.id;
  const stored = value.args ?? value.input ?? value.arguments ?? value.parameters;
  const result = results.take(id);
  const input = typeof stored === "string" ? parseJson(stored) : stored;
  return [
    agentCall(
      present({
        id,
        name: textOf(value.toolName) ?? textOf(value.name) ?? textOf(value.tool_name) ?? "unknown",
        input: input ?? undefined,
        rawInput: input === undefined ? textOf(stored) : undefined,
        // Nothing says what became of a call whose result was not kept.
        status: result ? undefined : ("unknown" as const),
        result,
      }),
    ),
  ];
}

/** A result stands in its call; without one it stays where it is. */
function toolResult(part: StoredPart, results: PairedResults): Part[] {
  const result = results.unpaired(part);
  if (!result) return [];
  const { content, output, isError = false } = result;
  const toolCallId = resultId(part) ?? part.id;
  return [{ type: "tool-result", toolCallId, result: present({ content, output, isError }) }];
}
