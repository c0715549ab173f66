import type { Part, Session, ToolCall, ToolResult } from "../model.js";
import { resultParts } from "../walk.js";
import type { Changes } from "./changes.js";
import { type Block, describedFile, mediaBlock, textBlocks } from "./content-blocks.js";
import { describedEdits } from "./edit-texts.js";

/** The result of a tool as blocks that a result may hold. */
export function resultBlocks(result: ToolResult, changes: Changes): Block[] {
  return resultParts(result).flatMap((part) => resultPart(part, changes));
}

function resultPart(part: Part, changes: Changes): Block[] {
  switch (part.type) {
    case "text":
      return textBlocks(part.text);
    case "file":
      return fileBlocks(part, changes);
    case "reasoning":
      return textBlocks(part.text ?? "");
    case "tool-result":
      return resultBlocks(part.result, changes);
    case "tool-call":
      return [
        ...textBlocks(`The tool ${part.name} was called.`),
        ...(part.result ? resultBlocks(part.result, changes) : []),
      ];
    case "edit":
      return textBlocks(describedEdits(part.edits));
    case "notice":
      return textBlocks(part.text);
    case "compaction":
      return textBlocks(part.summary ?? "");
    case "unknown":
      changes.add("unknown", "leftOut");
      return [];
    default:
      return part satisfies never;
  }
}

/** A file as the API takes it, else as text. */
export function fileBlocks(file: Extract<Part, { type: "file" }>, changes: Changes): Block[] {
  const block = mediaBlock(file);
  if (block) return [block];
  changes.add("files", "text");
  return textBlocks(describedFile(file));
}

/** The answer to a call: each call needs something. A sub-agent's last answer is its result. */
export function answerTo(call: ToolCall, session: Session, changes: Changes): Block[] {
  const { content = [] } = call.result ?? {};
  const seen = content.flatMap((part) => resultPart(part, changes));
  if (seen.length > 0) return seen;
  const last = call.kind === "task" ? lastAnswer(call.subagent, session) : undefined;
  if (last !== undefined) return textBlocks(last);
  const apart = call.result && content.length === 0 ? resultBlocks(call.result, changes) : [];
  return apart.length > 0 ? apart : textBlocks(emptyResult(call));
}

/** True when a call did not do what it was for. */
export function hasFailed({ status, result }: ToolCall): boolean {
  return failures.has(status) || (result?.isError ?? true);
}

const failures: ReadonlySet<ToolCall["status"]> = new Set(["failed", "cancelled", "rejected"]);

function emptyResult({ status, result }: ToolCall): string {
  const found = result ? "The tool gave nothing back." : "No result of this call was recorded.";
  return `${outcomes[status] ?? ""}${found}`;
}

const outcomes: Partial<Record<ToolCall["status"], string>> = {
  failed: "The call failed. ",
  cancelled: "The call was cancelled. ",
  rejected: "The call was rejected. ",
};

function lastAnswer(id: string | undefined, { subagents = [] }: Session): string | undefined {
  const agent = subagents.find((each) => each.id === id);
  for (const { role, parts } of agent?.messages.toReversed() ?? []) {
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    if (role === "assistant" && texts.length > 0) return texts.join("\n\n");
  }
  return undefined;
}
