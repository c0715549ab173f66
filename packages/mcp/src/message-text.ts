import type { Json, Message, Part, ToolCall, ToolResult } from "@chatexport/core";

/** Characters of a result, or of what a call was given, unless all is asked for. */
const shortest = 400;

/** A message as plain text for another model: who wrote it, what was said, and a line for each call with its result. */
export function messageText(message: Message, isFull: boolean): string {
  const { role, model, createdAt, parts } = message;
  const head = [role, model, createdAt?.slice(0, 16)]
    .filter((word) => word !== undefined)
    .join(" · ");
  const texts = parts.map((part) => partText(part, isFull)).filter((text) => text !== "");
  return [`## ${head}`, ...texts].join("\n");
}

function partText(part: Part, isFull: boolean): string {
  switch (part.type) {
    case "text":
      return part.synthetic === undefined
        ? part.text
        : `(${part.synthetic}) ${cut(part.text, isFull)}`;
    case "reasoning":
      return isFull && part.text !== undefined ? `(thought) ${part.text}` : "";
    case "compaction":
      return `(summary of what was said before) ${part.summary ?? ""}`;
    case "notice":
      return `(notice) ${part.text}`;
    case "file":
      return `[file ${part.path ?? part.name ?? part.url ?? part.mediaType ?? ""}] ${cut(part.text ?? "", isFull)}`;
    case "edit":
      return part.edits.map(({ path }) => `[edit ${path}]`).join("\n");
    case "tool-call":
      return callText(part, isFull);
    case "tool-result":
      return `[result] ${resultText(part.result, isFull)}`;
    case "unknown":
      return `[${part.recordType}] ${cut(JSON.stringify(part.native), isFull)}`;
  }
}

function callText(call: ToolCall, isFull: boolean): string {
  const { name, status, result } = call;
  const isOver = status === "completed" || status === "unknown";
  const state = isOver ? "" : ` (${status}${result?.exitCode ? `, exit ${result.exitCode}` : ""})`;
  const what = cut(argumentsOf(call), isFull);
  const output = result ? resultText(result, isFull) : "";
  return `[${name}] ${what}${state}${output === "" ? "" : `\n${output}`}`;
}

/** The arguments of a call, as far as one line tells them. */
function argumentsOf(call: ToolCall): string {
  switch (call.kind) {
    case "execute":
      if (call.command !== undefined) return call.command;
      break;
    case "edit":
    case "delete":
    case "move":
      if (call.edits !== undefined) return call.edits.map(({ path }) => path).join(", ");
      break;
    case "read":
      if (call.locations !== undefined) return call.locations.map(({ path }) => path).join(", ");
      break;
    case "task":
      if (call.task !== undefined) return call.task;
      break;
  }
  return call.title ?? call.rawInput ?? jsonText(call.input);
}

function resultText({ content, output }: ToolResult, isFull: boolean): string {
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : `[${part.type}]`));
  return cut(texts.length > 0 ? texts.join("\n") : jsonText(output), isFull);
}

function jsonText(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

function cut(text: string, isFull: boolean): string {
  if (isFull || text.length <= shortest) return text;
  return `${text.slice(0, shortest)} … ${text.length - shortest} more characters (full: true)`;
}
