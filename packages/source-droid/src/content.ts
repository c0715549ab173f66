import {
  defined,
  type FilePart,
  type Part,
  present,
  type ReasoningPart,
  type ToolCall,
  type ToolResult,
  type ToolResultPart,
} from "@chatexport/core";
import { filePart } from "@chatexport/core/read";
import { blockPart, type Fields, textOrBlocks } from "@chatexport/core/source";
import { detailsOf, serverOf } from "./tools.js";

/** The parts of a text or a list of blocks; undefined when it is neither. */
export function partsIn(fields: Fields, from: FilePart["from"] = "upload"): Part[] | undefined {
  return textOrBlocks(fields, "content", (block) => partOf(block, from));
}

type BlockType = (typeof types)[number];

const types = [
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "tool_result",
  "image",
  "document",
] as const;

function partOf(block: Fields, from: FilePart["from"]): Part {
  const type = block.word(types, "type");
  // Their data may be anywhere in them.
  if (type === "image" || type === "document") return filePart(block.all(), from);
  return blockPart(type && readers[type](block), block, "block", type);
}

type HoldingPart = Exclude<Part, { type: "unknown" }>;

const readers: Readonly<
  Record<Exclude<BlockType, "image" | "document">, (block: Fields) => HoldingPart | undefined>
> = {
  text: (block) => {
    const text = block.string("text");
    return text === undefined ? undefined : { type: "text", text };
  },
  thinking: (block) => {
    const text = block.string("thinking");
    if (text === undefined) return undefined;
    // Some providers have none: then the name of their field stands there.
    const signature = block.made((value) => (isLong(value) ? value : undefined), "signature");
    return present<ReasoningPart>({ type: "reasoning", text: text || undefined, signature });
  },
  redacted_thinking: (block) => {
    const encrypted = block.text("data");
    return encrypted === undefined ? undefined : { type: "reasoning", redacted: true, encrypted };
  },
  tool_use: (block) => {
    const [id, name] = [block.text("id"), block.text("name")];
    if (id === undefined || name === undefined) return undefined;
    const input = block.json("input");
    return present<ToolCall>({
      type: "tool-call",
      id,
      name,
      server: serverOf(name),
      ...defined({ input }),
      status: "pending",
      ...detailsOf(name, input),
    });
  },
  tool_result: (block) => {
    const [toolCallId, content] = [block.text("tool_use_id"), partsIn(block, "tool")];
    if (toolCallId === undefined || !content) return undefined;
    const result: ToolResult = { content, isError: block.flag("is_error") ?? false };
    return { type: "tool-result", toolCallId, result } satisfies ToolResultPart;
  },
};

function isLong(value: unknown): value is string {
  return typeof value === "string" && value.length > 40;
}
