import {
  defined,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
} from "@chatexport/core";
import {
  citationsOf,
  filePart,
  listOf,
  objectOf,
  stringOf,
  textOf,
  unknownBlock,
  wordOf,
} from "@chatexport/core/read";
import { restOfBlock } from "../records/known-fields.js";
import { isCall, isResponseResult, type TranscriptTools } from "../tools/collect-tools.js";
import { outcomeOf, type RecordedResult, toolResult, uploadedFile } from "../tools/results.js";
import { detailsReader } from "../tools/tool-details.js";

/** The content of a response as parts, each tool call with its result. */
export function assistantParts(
  content: Json | undefined,
  startedAt: string | undefined,
  records: TranscriptTools,
): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return (listOf(content) ?? []).flatMap((item): Part[] => {
    if (typeof item === "string") return [{ type: "text", text: item }];
    const block = objectOf(item);
    if (block && isCall(block)) return [toolCall(block, startedAt, records)];
    switch (block?.type) {
      case "text":
        return [
          present({
            type: "text",
            text: stringOf(block.text) ?? "",
            citations: citationsOf(block),
            native: restOfBlock(block),
          }),
        ];
      case "thinking":
        return [
          present({
            type: "reasoning",
            // Since 2.1.69 the text is mostly empty: it was not stored.
            text: textOf(block.thinking),
            signature: textOf(block.signature),
            native: restOfBlock(block),
          }),
        ];
      case "redacted_thinking": {
        const encrypted = textOf(block.data);
        const native = restOfBlock(block);
        return [present({ type: "reasoning", redacted: true, encrypted, native })];
      }
      case "image":
      case "document":
        return [filePart(block, "tool")];
      case "container_upload":
        return [uploadedFile(block)];
      case "fallback":
        return [
          present({
            type: "notice",
            level: "info",
            text: modelSwitch(block),
            code: "fallback",
            native: restOfBlock(block),
          }),
        ];
    }
    if (!block || !isResponseResult(block)) return [unknownBlock(item)];
    // A part only when the call is missing; otherwise the call shows the result.
    if (!records.unpaired.has(block)) return [];
    const toolCallId = wordOf(block.tool_use_id);
    return [{ type: "tool-result", toolCallId, result: toolResult({ block }) }];
  });
}

function toolCall(
  block: JsonObject,
  startedAt: string | undefined,
  records: TranscriptTools,
): ToolCall {
  const id = stringOf(block.id) ?? "";
  const name = stringOf(block.name) ?? "";
  const input = objectOf(block.input) ?? {};
  const recorded = records.results.get(block);
  const output = objectOf(recorded?.output) ?? {};
  const read = detailsReader(name)(input, output);
  const todos = recorded && records.todos.get(recorded);
  const details = todos && read.kind === "plan" ? { ...read, todos } : read;
  const named = defined({
    type: "tool-call" as const,
    id,
    name,
    title: titleOf(name, details.kind, input, output),
    // Tools of MCP servers are named `mcp__server__tool`.
    server: textOf(block.server_name) ?? /^mcp__(.+?)__/.exec(name)?.[1],
  });
  const done = defined({
    input: block.input,
    // Without a result the call was interrupted or the tool died.
    ...(recorded ? outcomeOf(recorded) : { status: "unknown" as const }),
    startedAt,
    completedAt: recorded?.completedAt,
    result: recorded ? toolResult(withoutHunks(recorded, details), input) : undefined,
    native: restOfBlock(block),
  });
  return Object.assign(named, details, done);
}

/** The hunks stand in the edits of the call. */
function withoutHunks(recorded: RecordedResult, details: ToolDetails): RecordedResult {
  const output = objectOf(recorded.output);
  const hasHunks = details.kind === "edit" && details.edits?.some(({ hunks }) => hunks);
  if (!output || !hasHunks) return recorded;
  const { structuredPatch: _, ...rest } = output;
  return { ...recorded, output: rest };
}

/** Commands and tasks are shown by their description, entries of the task list by their subject, skills by their name. */
function titleOf(
  name: string,
  kind: ToolCall["kind"],
  input: JsonObject,
  output: JsonObject,
): string | undefined {
  if (name === "TaskOutput") return textOf(objectOf(output.task)?.description);
  // Named `command` before it was `skill`.
  if (name === "Skill" || name === "SlashCommand")
    return textOf(input.skill) ?? textOf(input.command);
  if (kind === "execute" || kind === "task") return textOf(input.description);
  return kind === "plan" ? textOf(input.subject) : undefined;
}

function modelSwitch(block: JsonObject): string {
  const from = textOf(objectOf(block.from)?.model) ?? "one model";
  const to = textOf(objectOf(block.to)?.model) ?? "another";
  return `Switched from ${from} to ${to}`;
}
